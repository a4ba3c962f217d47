import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyTree } from "../../src/files/copy-tree.js";
import { removeTree } from "../../src/files/remove-tree.js";
import { temporaryFolder } from "../support/folder.js";

/** A folder `tree` made by a script, beside a folder of somebody else. */
function made(script: string): { readonly tree: string; readonly other: string } {
  const root = temporaryFolder();
  const [tree, other] = [join(root, "tree"), join(root, "other")];
  for (const folder of [tree, other]) mkdirSync(folder);
  writeFileSync(join(other, "file"), "theirs");
  execFileSync("sh", ["-c", script], { cwd: tree });
  return { tree, other };
}

const DEEP =
  "p=$(printf 'dddddddddd/%.0s' $(seq 40)); for i in $(seq 30); do mkdir -p $p; cd $p; touch f; done";

describe("removing a tree", () => {
  it.each([
    ["files and folders", "mkdir -p a/b; touch a/b/c d"],
    ["more names than are removed at once", "touch $(seq 200)"],
    ["pipes", "mkfifo p"],
    ["names that are no text", `touch "$(printf '\\377')"; mkdir -- "$(printf '\\376')"`],
    ["locked folders", "mkdir -p a/b; touch a/b/c; chmod 000 a/b; chmod 500 a"],
    ["folders deeper than a path can name", DEEP],
    ["several of them", `mkdir x y; (cd x; ${DEEP}); (cd y; ${DEEP})`],
  ])("takes away %s", async (_, script) => {
    const { tree } = made(script);
    await removeTree(tree);
    expect(existsSync(tree)).toBe(false);
  });

  it("takes away links and leaves alone what they lead to", async () => {
    const { tree, other } = made("mkdir a; ln -s ../../other a/folder; ln -s ../other/file file");
    await removeTree(tree);
    expect(existsSync(tree)).toBe(false);
    expect(readFileSync(join(other, "file"), "utf8")).toBe("theirs");
  });

  it("takes away a single file or link, and finds nothing wrong where nothing is", async () => {
    const { tree, other } = made("touch a; ln -s ../other b");
    for (const name of ["a", "b", "a/under", "none"]) await removeTree(join(tree, name));
    expect(existsSync(join(tree, "a"))).toBe(false);
    expect(existsSync(join(tree, "b"))).toBe(false);
    expect(existsSync(other)).toBe(true);
  });
});

describe("a copy of a tree", () => {
  it("has its files, links and modes, and nothing that needs a process", async () => {
    const { tree, other } = made(
      `mkdir a; echo x > a/x; chmod 750 a; chmod 755 a/x; ln -s ../other l; mkfifo p; touch "$(printf '\\377')"`,
    );
    const copy = join(other, "copy");
    await copyTree(tree, copy);
    expect(readFileSync(join(copy, "a/x"), "utf8")).toBe("x\n");
    expect(statSync(join(copy, "a/x")).mode & 0o777).toBe(0o755);
    expect(statSync(join(copy, "a")).mode & 0o777).toBe(0o750);
    expect(readlinkSync(join(copy, "l"))).toBe("../other");
    expect(existsSync(join(copy, "p"))).toBe(false);
    expect(lstatSync(Buffer.concat([Buffer.from(`${copy}/`), Buffer.from([0xff])])).isFile()).toBe(
      true,
    );
  });

  it("keeps the times of files when it is told to, and leaves out names of its root", async () => {
    const { tree, other } = made(
      "touch -d @1000000000 old; mkdir -p a/out out; touch a/out/x out/x",
    );
    await copyTree(tree, join(other, "copy"), { keepsTimes: true, without: ["out"] });
    expect(statSync(join(other, "copy/old")).mtimeMs).toBe(1_000_000_000_000);
    expect(existsSync(join(other, "copy/a/out/x"))).toBe(true);
    expect(existsSync(join(other, "copy/out"))).toBe(false);
  });

  it("ends where a path cannot name what is below", async () => {
    const { tree, other } = made(DEEP);
    await copyTree(tree, join(other, "copy"));
    expect(existsSync(join(other, "copy/dddddddddd"))).toBe(true);
  });
});
