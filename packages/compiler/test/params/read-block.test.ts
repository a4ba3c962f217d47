import { parse } from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { type ParamsReading, readParams } from "../../src/params/read-block.js";
import { lines } from "../support/diagnostics.js";

function read(text: string): ParamsReading {
  const parsed = parse(text, { file: "w.star" });
  if (!parsed.ok) throw new Error(lines(parsed.diagnostics).join("\n"));
  return readParams(parsed.tree);
}

function errors(text: string): string[] {
  const reading = read(text);
  return reading.ok ? [] : lines(reading.diagnostics);
}

function declarations(text: string): readonly unknown[] {
  const reading = read(text);
  if (!reading.ok) throw new Error(lines(reading.diagnostics).join("\n"));
  return reading.block.declarations.map(({ range, pattern, ...rest }) => ({
    ...rest,
    ...(pattern ? { pattern: pattern.source } : {}),
    at: `${range.start.line}:${range.start.column}`,
  }));
}

describe("the params block", () => {
  test("DSL-001: a source may have none", () => {
    expect(declarations("x = 1\n")).toEqual([]);
    expect(declarations("")).toEqual([]);
  });

  test("DSL-006, DSL-007: all types and fields, in both spellings", () => {
    const text = `params = {
  "topic": {"type": "string", "required": True, "description": "what", "pattern": "^[a-z]+$", "multiline": True},
  "count": {"type": "int", "default": -3, "min": -5, "max": 10},
  "ratio": {"type": "number", "default": 1, "minimum": 0.5, "maximum": 1.5, "doc": "how much"},
  "deep": {"type": "bool", "default": False},
  "tags": {"type": "list<string>", "default": ["a", "b"]},
  "mode": {"type": "string", "choices": ["fast", "slow"]},
  "level": {"type": "integer", "choices": [1, 2]},
}
`;
    expect(declarations(text)).toEqual([
      {
        name: "topic",
        type: "string",
        required: true,
        description: "what",
        pattern: "^[a-z]+$",
        multiline: true,
        at: "2:3",
      },
      {
        name: "count",
        type: "integer",
        required: false,
        default: -3,
        minimum: -5,
        maximum: 10,
        multiline: false,
        at: "3:3",
      },
      {
        name: "ratio",
        type: "number",
        required: false,
        default: 1,
        minimum: 0.5,
        maximum: 1.5,
        description: "how much",
        multiline: false,
        at: "4:3",
      },
      {
        name: "deep",
        type: "boolean",
        required: false,
        default: false,
        multiline: false,
        at: "5:3",
      },
      {
        name: "tags",
        type: "list",
        required: false,
        default: ["a", "b"],
        multiline: false,
        at: "6:3",
      },
      {
        name: "mode",
        type: "string",
        required: false,
        choices: ["fast", "slow"],
        multiline: false,
        at: "7:3",
      },
      {
        name: "level",
        type: "integer",
        required: false,
        choices: [1, 2],
        multiline: false,
        at: "8:3",
      },
    ]);
  });

  test.each([
    ["x = 1\nparams = {}\n", "w.star:2:1: params must be the source's first statement"],
    ['"""doc"""\nparams = {}\n', "w.star:2:1: params must be the source's first statement"],
    ["def f():\n  pass\nparams = {}\n", "w.star:3:1: params must be the source's first statement"],
    ["params = {}\nparams = {}\n", "w.star:2:1: params must be the source's first statement"],
  ])("DSL-002: it is the first statement: %j", (text, message) => {
    expect(errors(text)).toEqual([message]);
  });

  test.each([
    [
      "params = dict()\n",
      "w.star:1:10: params must be a literal dict of parameter names to declarations, not a call",
    ],
    [
      "params = other\n",
      "w.star:1:10: params must be a literal dict of parameter names to declarations, not the name other",
    ],
    [
      'params = {"a": decl()}\n',
      'w.star:1:16: parameter "a" must be declared by a literal dict, not a call',
    ],
    [
      'params = {NAME: {"type": "string"}}\n',
      "w.star:1:11: a parameter's name must be a literal string, not the name NAME",
    ],
    [
      'params = {"a": {"type": kind()}}\n',
      'w.star:1:25: parameter "a": a declaration must be a literal; a call may not stand here',
    ],
    [
      'params = {"a": {"type": "str" + "ing"}}\n',
      'w.star:1:25: parameter "a": a declaration must be a literal; an operation may not stand here',
    ],
    [
      'params = {"a": {"type": "string", "default": "%s" % x}}\n',
      'w.star:1:46: parameter "a": a declaration must be a literal; an operation may not stand here',
    ],
    [
      'params = {"a": {"type": "string", "default": DEFAULT}}\n',
      'w.star:1:46: parameter "a": a declaration must be a literal; the name DEFAULT may not stand here',
    ],
    [
      'params = {"a": {"type": "list", "default": [x for x in "ab"]}}\n',
      'w.star:1:44: parameter "a": a declaration must be a literal; a comprehension may not stand here',
    ],
    [
      'params = {"a": {"type": "string", "default": None}}\n',
      'w.star:1:46: parameter "a": a declaration must be a literal; the name None may not stand here',
    ],
    [
      'params = {"a": {KEY: "string"}}\n',
      'w.star:1:17: parameter "a": a field\'s name must be a literal string',
    ],
  ])("DSL-003: it is a literal: %j", (text, message) => {
    expect(errors(text)).toEqual([message]);
  });

  test.each([
    [
      'params = {"a.b": {"type": "string"}}\n',
      'w.star:1:11: parameter "a.b": a name may not contain a dot',
    ],
    [
      'params = {"": {"type": "string"}}\n',
      'w.star:1:11: parameter "": bad name; use 1-100 letters, digits, `_` or `-`, beginning with a letter or `_`',
    ],
    [
      'params = {"a": {}}\n',
      'w.star:1:11: parameter "a" declares no type; one of string, integer, number, boolean, list<string>',
    ],
    [
      'params = {"a": {"type": "date"}}\n',
      'w.star:1:25: parameter "a": unknown type "date"; one of string, integer, number, boolean, list<string>',
    ],
    [
      'params = {"a": {"type": "strng"}}\n',
      'w.star:1:25: parameter "a": unknown type "strng"; one of string, integer, number, boolean, list<string>; did you mean "string"?',
    ],
    [
      'params = {"a": {"type": "string", "requird": True}}\n',
      'w.star:1:35: parameter "a": unknown field "requird"; did you mean "required"?',
    ],
    [
      'params = {"a": {"type": "string", "required": 1}}\n',
      'w.star:1:47: parameter "a": required must be True or False, got an integer',
    ],
    [
      'params = {"a": {"type": "int", "min": 1, "minimum": 2}}\n',
      'w.star:1:42: parameter "a": minimum is given twice',
    ],
  ])("DSL-006, DSL-017: a declaration that is none: %j", (text, message) => {
    expect(errors(text)).toEqual([message]);
  });

  test.each([
    [
      '"type": "int", "pattern": "x"',
      '1:43: parameter "a": pattern applies to string parameters only',
    ],
    [
      '"type": "string", "minimum": 1',
      '1:46: parameter "a": minimum applies to integer and number parameters only',
    ],
    [
      '"type": "string", "max": 1',
      '1:42: parameter "a": maximum applies to integer and number parameters only',
    ],
    [
      '"type": "int", "multiline": True',
      '1:45: parameter "a": multiline applies to string parameters only',
    ],
    [
      '"type": "bool", "choices": ["a"]',
      '1:44: parameter "a": choices applies to string, integer and number parameters only',
    ],
  ])("DSL-008, DSL-009, DSL-012: a constraint belongs to a type: %s", (fields, message) => {
    expect(errors(`params = {"a": {${fields}}}\n`)).toContain(`w.star:${message}`);
  });

  test.each([
    [
      '"type": "string", "required": True, "default": "x"',
      '1:64: parameter "a" is required and also has a default; it is one or the other',
    ],
    [
      '"type": "int", "default": "x"',
      '1:43: parameter "a": its default must be of type integer, got a string',
    ],
    [
      '"type": "int", "default": 1.0',
      '1:43: parameter "a": its default must be of type integer, got a float',
    ],
    [
      '"type": "int", "default": 9007199254740993',
      '1:43: parameter "a": its default must be of type integer, got an integer',
    ],
    [
      '"type": "list", "default": ["a", 1]',
      '1:44: parameter "a": its default must be of type list<string>, got a list',
    ],
    ['"type": "int", "default": 7, "max": 5', '1:43: parameter "a": its default must be at most 5'],
    [
      '"type": "int", "default": 7, "min": 8',
      '1:43: parameter "a": its default must be at least 8',
    ],
    [
      '"type": "number", "default": 7, "min": 8, "max": 9',
      '1:46: parameter "a": its default must be between 8 and 9',
    ],
    [
      '"type": "string", "default": "X", "pattern": "^[a-z]$"',
      '1:46: parameter "a": its default must match ^[a-z]$',
    ],
    [
      '"type": "string", "default": "c", "choices": ["a", "b"]',
      '1:46: parameter "a": its default must be one of a, b',
    ],
  ])("DSL-011, DSL-014: a default keeps its declaration: %s", (fields, message) => {
    expect(errors(`params = {"a": {${fields}}}\n`)).toEqual([`w.star:${message}`]);
  });

  test.each([
    [
      '"type": "int", "min": 2, "max": 1',
      '1:39: parameter "a": its minimum 2 is above its maximum 1',
    ],
    ['"type": "string", "choices": []', '1:46: parameter "a": its choices are empty'],
    ['"type": "string", "choices": ["a", "a"]', '1:52: parameter "a": a choice is listed twice'],
    [
      '"type": "string", "choices": [1]',
      '1:47: parameter "a": a choice must be of type string, got an integer',
    ],
    [
      '"type": "string", "pattern": "["',
      '1:46: parameter "a": its pattern does not compile: missing closing ]: `[`',
    ],
    [
      '"type": "string", "pattern": "(?=a)b"',
      '1:46: parameter "a": its pattern needs what a linear-time engine cannot do (invalid or unsupported Perl syntax: `(?=`)',
    ],
    [
      '"type": "string", "pattern": "(a)\\\\1"',
      '1:46: parameter "a": its pattern needs what a linear-time engine cannot do (invalid escape sequence: `\\1`)',
    ],
  ])("a constraint that cannot be: %s", (fields, message) => {
    expect(errors(`params = {"a": {${fields}}}\n`)).toEqual([`w.star:${message}`]);
  });

  test("a pattern longer than its bound is refused", () => {
    const pattern = "a".repeat(1_001);
    expect(errors(`params = {"a": {"type": "string", "pattern": "${pattern}"}}\n`)).toEqual([
      'w.star:1:46: parameter "a": its pattern is longer than 1000 characters',
    ]);
  });

  test("all errors of a block are reported at once", () => {
    expect(
      errors('params = {"a": {"type": "date"}, "b": {}, "c.d": {"type": "int"}}\n'),
    ).toHaveLength(3);
  });
});
