import { describe, expect, it } from "vitest";
import { matches } from "../../src/world/pattern.js";

describe("patterns of injected files", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["a.sh", ["a.sh"], ["b.sh", "a.sh.bak", "d/a.sh", "A.sh"]],
    ["d", ["d/x", "d/e/f"], ["dx", "e/d/x", "d/.hidden", "d/.git2/x"]],
    [".env", [".env"], ["env"]],
    ["*.sh", ["a.sh", "b.sh"], [".a.sh", "d/a.sh", "a.shx"]],
    [".*", [".a"], ["a"]],
    ["a?c", ["abc", "a-c"], ["ac", "abbc", "a/c"]],
    ["?b", ["ab", "\u{1F600}b"], [".b"]],
    ["[ab]*", ["a1", "b"], ["c", ".a"]],
    ["[!ab]x", ["cx"], ["ax", ".x"]],
    ["[a-c].t", ["b.t"], ["d.t"]],
    ["[]x]", ["]", "x"], ["y"]],
    ["[", ["["], ["a"]],
    ["t/*/x", ["t/a/x"], ["t/x", "t/a/b/x", "t/.a/x"]],
    ["t/**/x", ["t/x", "t/a/x", "t/a/b/x"], ["t/a/y", "t/.a/x"]],
    ["**", ["a", "a/b"], [".a", "a/.b"]],
    ["**/*.py", ["a.py", "d/e/a.py"], ["a.pyc"]],
    ["*a*b*c", ["xaxbxc", "abc"], ["acb"]],
  ])("%s", (pattern, wanted, unwanted) => {
    for (const path of wanted) expect([path, matches(pattern, path)]).toEqual([path, true]);
    for (const path of unwanted) expect([path, matches(pattern, path)]).toEqual([path, false]);
  });

  it("are decided quickly whatever they are", () => {
    const many = `${"*a".repeat(200)}b`;
    expect(matches(many, "a".repeat(5_000))).toBe(false);
    expect(matches(`${"**/a/".repeat(100)}b`, `${"a/".repeat(1_000)}c`)).toBe(false);
  });
});
