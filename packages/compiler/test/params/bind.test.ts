import { parse } from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { bindParams, type ParamInput } from "../../src/params/bind.js";
import { readParams } from "../../src/params/read-block.js";
import { errorsOf } from "../support/compile.js";
import { lines } from "../support/diagnostics.js";

function bind(block: string, supplied: Readonly<Record<string, ParamInput>>): unknown {
  const parsed = parse(`params = {${block}}\n`, { file: "w.star" });
  if (!parsed.ok) throw new Error(lines(parsed.diagnostics).join("\n"));
  const reading = readParams(parsed.tree);
  if (!reading.ok) throw new Error(lines(reading.diagnostics).join("\n"));
  const binding = bindParams(reading.block, new Map(Object.entries(supplied)));
  if (!binding.ok) return lines(binding.diagnostics);
  return Object.fromEntries(binding.params.map(({ name, value }) => [name, value]));
}

describe("binding", () => {
  test.each([
    ["string", "5", "5"],
    ["string", "", ""],
    ["integer", "-12", -12],
    ["integer", 12, 12],
    ["integer", "9007199254740991", 9007199254740991],
    ["number", "1.5", 1.5],
    ["number", "-.5e1", -5],
    ["number", 2, 2],
    ["boolean", "true", true],
    ["boolean", "False", false],
    ["boolean", true, true],
    ["list", "a, b ,c", ["a", "b", "c"]],
    ["list", '["a, b", "c"]', ["a, b", "c"]],
    ["list", "", []],
    ["list", ["a"], ["a"]],
  ] satisfies [string, ParamInput, unknown][])(
    "DSL-035: a %s is read from %j",
    (type, input, value) => {
      expect(bind(`"x": {"type": "${type}"}`, { x: input })).toEqual({ x: value });
    },
  );

  test.each([
    ["string", 5],
    ["string", null],
    ["integer", "1.5"],
    ["integer", 1.5],
    ["integer", "1e3"],
    ["integer", "9007199254740993"],
    ["integer", " 5"],
    ["integer", "٣"],
    ["number", "NaN"],
    ["number", "Infinity"],
    ["number", "1e999"],
    ["number", "0x10"],
    ["boolean", "yes"],
    ["boolean", 1],
    ["list", '["a", 1]'],
    ["list", "[a]"],
    ["list", ["a", 1]],
  ] satisfies [string, ParamInput][])(
    "DSL-035, DSL-047: a %s is not read from %j, and the message does not repeat it",
    (type, input) => {
      const [message] = bind(`"x": {"type": "${type}"}`, { x: input }) as string[];
      expect(message).toMatch(/^w\.star:1:11: parameter "x" is not (a|true) /);
    },
  );

  test("DSL-013: multiline changes nothing", () => {
    expect(bind('"x": {"type": "string", "multiline": True}', { x: "a\nb" })).toEqual({
      x: "a\nb",
    });
  });

  test("DSL-054: a parameter neither supplied nor defaulted is null", () => {
    expect(bind('"x": {"type": "int"}, "y": {"type": "int", "default": 3}', {})).toEqual({
      x: null,
      y: 3,
    });
  });

  test("DSL-032: a required parameter needs a value", () => {
    const block = '"repo": {"type": "string", "required": True, "doc": "where to look"}';
    expect(bind(block, {})).toEqual([
      'w.star:1:11: no value for required parameter "repo" (where to look)',
    ]);
  });

  test("DSL-034: an undeclared parameter is refused, with the nearest declared one", () => {
    expect(bind('"topic": {"type": "string"}', { tpoic: "x" })).toEqual([
      'w.star:1:1: no parameter "tpoic" is declared; did you mean "topic"?',
    ]);
  });

  test("DSL-034: where nothing is declared, the refusal says so", () => {
    expect(errorsOf('workflow(type = "playbook", tasks = [])\n', { params: { x: "1" } })[0]).toBe(
      'workflow.star:1:1: no parameter "x" is declared; the source declares none',
    );
  });

  test("names that objects inherit are not declared by accident", () => {
    const supplied = JSON.parse('{"__proto__": "x"}') as Record<string, ParamInput>;
    expect(bind('"topic": {"type": "string"}', supplied)).toEqual([
      'w.star:1:1: no parameter "__proto__" is declared',
    ]);
    expect(bind('"topic": {"type": "string"}', { constructor: "x" } as never)).toEqual([
      'w.star:1:1: no parameter "constructor" is declared',
    ]);
  });

  test.each([
    ['"type": "string", "pattern": "^[a-z]+$"', "abc\n", "must match ^[a-z]+$"],
    ['"type": "string", "choices": ["fast", "slow"]', "SENTINEL", "must be one of fast, slow"],
    ['"type": "int", "max": 5', "6", "must be at most 5"],
    ['"type": "string"', "a\0b", "holds a NUL character"],
    ['"type": "string"', "a\ud800", "holds a lone surrogate"],
    ['"type": "list"', ["ok", "a\0b"], "holds a NUL character"],
  ] satisfies [string, ParamInput, string][])(
    "DSL-010, DSL-033: {%s} refuses %j",
    (fields, input, why) => {
      expect(bind(`"x": {${fields}}`, { x: input })).toEqual([`w.star:1:11: parameter "x" ${why}`]);
    },
  );

  test("an unanchored pattern is searched for", () => {
    expect(bind('"x": {"type": "string", "pattern": "b"}', { x: "abc" })).toEqual({ x: "abc" });
  });

  test("a pattern that would make another engine backtrack answers at once", () => {
    const text = `${"a".repeat(10_000)}!`;
    expect(bind('"x": {"type": "string", "pattern": "^(a+)+$"}', { x: text })).toEqual([
      'w.star:1:11: parameter "x" must match ^(a+)+$',
    ]);
  });

  test("pattern and text together are bounded", () => {
    const block = `"x": {"type": "string", "pattern": "${"(a*)*".repeat(200)}"}`;
    expect(bind(block, { x: "a".repeat(500_000) })).toEqual([
      'w.star:1:11: parameter "x" is too long for its pattern to be matched',
    ]);
  });

  test("all supplied values together are bounded", () => {
    expect(bind('"x": {"type": "string"}', { x: "a".repeat(1_048_577) })).toEqual([
      "w.star:1:1: the supplied parameters are 1048577 characters long together; maximum is 1048576",
    ]);
  });
});
