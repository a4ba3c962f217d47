import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const withPrompt = (path: string): string =>
  `workflow(type = "playbook", tasks = [agent(name = "t", prompt = prompt_file("${path}"))])\n`;
const withSchema = `s = schema_file("s.json")
workflow(type = "playbook", tasks = [command(name = "t", run = "x", emits = {"v": s})])
`;

describe("prompt_file", () => {
  test("gives the text of a pack file, its line ends and byte-order mark normalised", () => {
    const files = { "p/a.md": "\ufeffone\r\ntwo\rthree\r\n" };
    expect(planOf(withPrompt("./p/./a.md"), {}, files).tasks[0]).toMatchObject({
      prompt: "one\ntwo\rthree\n",
    });
  });

  test("DSL-060: its content is part of the digest", () => {
    const digest = (text: string): string =>
      planOf(withPrompt("a.md"), {}, { "a.md": text }).digest;
    expect(digest("a")).not.toBe(digest("b"));
  });

  test.each([
    ["/etc/passwd", 'prompt_file("/etc/passwd") must be a non-empty pack-relative path'],
    ["../a.md", 'prompt_file("../a.md") may not contain `..` or escape the pack'],
    ["p/../a.md", 'prompt_file("p/../a.md") may not contain `..` or escape the pack'],
    ["", 'prompt_file("") must be a non-empty pack-relative path'],
    ["a.mdd", 'prompt_file("a.mdd"): the pack has no such file; did you mean "a.md"?'],
    ["big.md", 'prompt_file("big.md") is 262145 bytes; maximum is 262144 (bound `fileBytes`)'],
    ["bytes.md", 'prompt_file("bytes.md") is not UTF-8 text'],
  ])("DSL-056: %j is refused", (path, message) => {
    const files = {
      "a.md": "x",
      "big.md": "x".repeat(262_145),
      "bytes.md": Uint8Array.of(0xc3, 0x28),
    };
    expect(errorsOf(withPrompt(path), {}, files)).toEqual([`workflow.star:1:77: ${message}`]);
  });

  test("embedded files are bounded together, each counted once", () => {
    const source = `a = prompt_file("a.md")
b = prompt_file("./a.md")
c = prompt_file("c.md")
workflow(type = "playbook", tasks = [agent(name = "t", prompt = a + b + c)])
`;
    const files = { "a.md": "x".repeat(60), "c.md": "y".repeat(41) };
    expect(errorsOf(source, { limits: { embeddedBytes: 101 } }, files)).toEqual([]);
    expect(errorsOf(source, { limits: { embeddedBytes: 100 } }, files)).toEqual([
      'workflow.star:3:17: prompt_file("c.md") makes the embedded files larger than they may be together; maximum is 100 (bound `embeddedBytes`)',
    ]);
  });
});

describe("schema_file", () => {
  test("DSL-077: becomes canonical text, so neither space nor key order changes the digest", () => {
    const digest = (text: string): string => planOf(withSchema, {}, { "s.json": text }).digest;
    const one = digest('{"type": "object", "properties": {"b": {"const": 1.0}, "a": {}}}');
    expect(digest('{\r\n"properties":{"a":{},"b":{"const":1}},"type":"object"}\n')).toBe(one);
    expect(digest('{"type": "object", "properties": {"b": {"const": 2}, "a": {}}}')).not.toBe(one);
  });

  test("DSL-078: types fields and files", () => {
    const source = `s = schema_file("s.json")
workflow(type = "playbook", tasks = [command(name = "t", run = "x", emits = {"v": s}, emits_files = {"b": None, "a": s})])
`;
    const schema = '{"type":"number"}';
    expect(planOf(source, {}, { "s.json": '{ "type": "number" }' }).tasks[0]).toMatchObject({
      emits: [{ name: "v", type: { kind: "schema", schema } }],
      emitsFiles: [{ path: "a", schema }, { path: "b" }],
    });
  });

  test.each([
    ["{", "the schema is not JSON: expected a key in double quotes"],
    [
      '{"type": "string", "type": "number"}',
      'the schema is not JSON: the key "type" is written twice',
    ],
    ["[]", "a schema is an object or a boolean"],
    [
      '{"$schema": "http://json-schema.org/draft-07/schema#"}',
      'the schema declares $schema "http://json-schema.org/draft-07/schema#"; only "https://json-schema.org/draft/2020-12/schema" is accepted, or no $schema at all',
    ],
    [
      '{"$ref": "https://example.org/a"}',
      'the schema refers to "https://example.org/a" outside itself; nothing is fetched',
    ],
    [
      '{"$defs": {"unused": {"$ref": "other.json"}}}',
      'the schema refers to "other.json" outside itself; nothing is fetched',
    ],
  ])("DSL-079, DSL-080, DSL-081: %s is refused at the call", (text, message) => {
    expect(errorsOf(withSchema, {}, { "s.json": text })).toEqual([
      `workflow.star:1:5: schema_file("s.json"): ${message}`,
    ]);
  });

  test.each([
    [
      'schema_file("../s.json")',
      '1:17: schema_file("../s.json") may not contain `..` or escape the pack',
    ],
    [
      'schema_file("big.json")',
      '1:17: schema_file("big.json") is 65537 bytes; maximum is 65536 (bound `schemaBytes`)',
    ],
  ])("DSL-082: %s", (call, message) => {
    const source = withSchema.replace('schema_file("s.json")', call);
    const files = { "s.json": "{}", "big.json": " ".repeat(65_537) };
    expect(errorsOf(source, {}, files)).toEqual([`workflow.star:${message}`]);
  });
});

test("skills, templates and reviews go through the same policy", () => {
  const tasks = (task: string): string => `workflow(type = "playbook", tasks = [${task}])\n`;
  expect(errorsOf(tasks('skill(name = "t", skill = "../s")'))).toEqual([
    'workflow.star:1:56: skill "../s/SKILL.md" may not contain `..` or escape the pack',
  ]);
  expect(
    errorsOf(tasks('report(name = "t", destination = {"kind": "slack"}, template = "/x")')),
  ).toEqual(['workflow.star:1:90: template "/x" must be a non-empty pack-relative path']);
  expect(
    errorsOf(
      tasks('route(name = "t", human = True, review = "r.md", questions = {"a": noul(ask = "?")})'),
    ),
  ).toEqual(['workflow.star:1:70: review "r.md": the pack has no such file']);
});
