import {
  type HostCall,
  hostFunction,
  refuse,
  StarlarkError,
  StarlarkList,
  type Value,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { names, place } from "./host-support.js";
import { onlyDiagnostic, runSource } from "./run-source.js";

describe("host functions", () => {
  const seen: HostCall[] = [];
  const task = hostFunction({
    name: "task",
    parameters: [
      { name: "kind", kind: "positional" },
      { name: "title" },
      { name: "needs", kind: "named", default: "any" },
      { name: "note", kind: "named", optional: true },
    ],
    call: (call) => {
      seen.push(call);
      if (call.get("title") === "bad") call.fail("bad title", { argument: "title", code: "bad" });
      if (call.get("note") === "bad") call.fail("bad note", { argument: "note" });
      if (call.get("needs") === "bad") refuse("bad needs", { argument: "needs" });
      return call.get("title") as Value;
    },
  });
  const predeclared = names(task);

  test("get their arguments by place and by name, defaults filled in", () => {
    seen.length = 0;
    const outcome = runSource('x = task("k", "t")\ny = task("k", title = "u", note = None)', {
      predeclared,
    });
    expect(outcome.ok).toBe(true);
    const [first, second] = seen;
    expect(["kind", "title", "needs", "note"].map((name) => first?.get(name))).toEqual([
      "k",
      "t",
      "any",
      undefined,
    ]);
    expect(first?.given("note")).toBe(false);
    expect(second?.given("note")).toBe(true);
    expect(second?.get("title")).toBe("u");
  });

  test.each([
    ["task()", "1:1 task()", 'task() is missing the required arguments "kind", "title"'],
    ['task("k")', '1:1 task("k")', 'task() is missing the required argument "title"'],
    ['task("k", "t", "x")', '1:16 "x"', "task() takes at most 2 positional arguments, got 3"],
    [
      'task("k", titel = "t")',
      '1:11 titel = "t"',
      'task() has no argument "titel"; did you mean "title"?',
    ],
    [
      'task("k", "t", title = 1)',
      "1:16 title = 1",
      'task() got multiple values for parameter "title"',
    ],
    [
      'task(kind = "k", title = "t")',
      '1:6 kind = "k"',
      'task() has no argument "kind"; it is given by position only',
    ],
    ['task("k", "bad")', '1:11 "bad"', "bad title"],
    ['task("k", title = "bad")', '1:11 title = "bad"', "bad title"],
    ['task("k", "t", note = "bad")', '1:16 note = "bad"', "bad note"],
    ['task("k", "t", needs = "bad")', '1:16 needs = "bad"', "bad needs"],
    ['task(*["k", "bad"])', '1:6 *["k", "bad"]', "bad title"],
    ['task("k", **{"title": "bad"})', '1:11 **{"title": "bad"}', "bad title"],
    [
      'task("k", **{"titel": "bad"})',
      '1:11 **{"titel": "bad"}',
      'task() has no argument "titel"; did you mean "title"?',
    ],
  ])("point at what is wrong: %s", (source, where, message) => {
    expect(place(source, predeclared)).toBe(where);
    expect(onlyDiagnostic(source, { predeclared }).message).toBe(message);
  });

  test("say where each argument stands", () => {
    const found: string[] = [];
    const source = 'where("a", b = [1, 2])';
    const where = hostFunction({
      name: "where",
      parameters: [{ name: "a" }, { name: "b" }, { name: "c", optional: true }],
      call: (call) => {
        for (const name of ["a", "b", "c"]) {
          const { start, end } = call.rangeOf(name);
          found.push(source.slice(start.offset, end.offset));
        }
        const list = call.expressionOf("b");
        if (list?.kind === "List" && list.elements[1] !== undefined) {
          const { start, end } = call.rangeOfNode(list.elements[1]);
          found.push(source.slice(start.offset, end.offset));
        }
        return null;
      },
    });
    runSource(source, { predeclared: names(where) });
    expect(found).toEqual(['"a"', "b = [1, 2]", source, "2"]);
  });

  test("take further arguments when they say so", () => {
    const all = hostFunction({
      name: "all_of",
      rest: true,
      namedRest: true,
      call: (call) => new StarlarkList([...call.rest, ...[...call.namedRest].flat()]),
    });
    const outcome = runSource("print(all_of(1, 2, b = 3, a = 4))", { predeclared: names(all) });
    expect(outcome.ok && outcome.printed).toEqual(['[1, 2, "b", 3, "a", 4]']);
  });

  test("check every call anew, however alike the calls before were", () => {
    const source = [
      "def ask(extra):",
      "    for given in [{}, {}, extra]:",
      '        task("k", title = "t", **given)',
      '        task("k", title = "t")',
    ].join("\n");
    const failing = `${source}\nask({"titel": 1})`;
    expect(runSource(`${source}\nask({"note": 1})`, { predeclared }).ok).toBe(true);
    expect(onlyDiagnostic(failing, { predeclared }).message).toContain('no argument "titel"');
  });

  test("keep what they were given, arguments beyond the declared ones in place", () => {
    const kept: HostCall[] = [];
    const keep = hostFunction({
      name: "keep",
      parameters: [{ name: "first" }, { name: "second", default: 0 }],
      rest: true,
      namedRest: true,
      call: (call) => {
        kept.push(call);
        return null;
      },
    });
    runSource(
      "[keep(i, i + 1, i + 2, far = i + 3) for i in range(2)]\nkeep(second = 8, first = 9)",
      {
        predeclared: names(keep),
      },
    );
    const shown = kept.map((call) => [
      call.get("first"),
      call.get("second"),
      [...call.rest],
      [...call.namedRest],
    ]);
    expect(shown).toEqual([
      [0, 1, [2], [["far", 3]]],
      [1, 2, [3], [["far", 4]]],
      [9, 8, [], []],
    ]);
  });

  test("call functions of the source, whose errors keep their place", () => {
    const apply = hostFunction({
      name: "apply",
      parameters: [{ name: "function" }],
      call: (call) => call.call(call.get("function") as Value, [21]),
    });
    const predeclared = names(apply);
    const outcome = runSource("print(apply(lambda x: x * 2))", { predeclared });
    expect(outcome.ok && outcome.printed).toEqual(["42"]);
    const failing = "def f(x):\n    return x[0]\napply(f)";
    expect(place(failing, predeclared)).toBe("2:12 x[0]");
    const { notes } = onlyDiagnostic(failing, { predeclared });
    expect(notes.map((note) => [note.message, note.range?.start.line])).toEqual([
      ["f was called here", 3],
    ]);
  });

  test("that a built-in calls back have no arguments of their own to point at", () => {
    const picky = hostFunction({
      name: "picky",
      parameters: [{ name: "item" }],
      call: (call) => call.fail("bad item", { argument: "item" }),
    });
    const source = "x = sorted([2, 1], key = picky)";
    expect(place(source, names(picky))).toBe("1:5 sorted([2, 1], key = picky)");
  });

  test("may not be exhausted around: a caught bound refuses again", () => {
    let caught = 0;
    const retry = hostFunction({
      name: "retry",
      parameters: [{ name: "function" }],
      call: (call) => {
        try {
          return call.call(call.get("function") as Value);
        } catch (error) {
          if (!(error instanceof StarlarkError)) throw error;
          caught++;
          return null;
        }
      },
    });
    const source = "def f():\n    for i in range(1 << 40):\n        pass\nretry(f)\nretry(f)\n";
    const { code } = onlyDiagnostic(source, { predeclared: names(retry), limits: { ticks: 1000 } });
    expect(code).toBe("bound-ticks");
    expect(caught).toBe(1);
  });

  test("that break are bugs of the host and no errors of the source", () => {
    const broken = hostFunction({
      name: "broken",
      call: () => {
        throw new RangeError("host bug");
      },
    });
    expect(() => runSource("broken()", { predeclared: names(broken) })).toThrow("host bug");
  });
});

/** A value that refuses every way of looking into it. */
