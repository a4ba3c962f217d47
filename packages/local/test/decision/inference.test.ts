/** What CRUCIBLE_INFERENCE may say: one strict form, and a refusal with a place for everything else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InferenceRefused, inferenceFrom } from "../../src/decision/from-environment.js";
import { readInference } from "../../src/decision/inference.js";

const DECISION = {
  role: "decision",
  protocol: "system_one",
  url: "https://models.example/v1/systemone",
  model: "jev-1",
  key_env: "DECISION_KEY",
};
const AGENT = { role: "agent", protocol: "messages", model: "some-model" };

const documentOf = (...bindings: readonly unknown[]): string =>
  JSON.stringify({ version: 1, bindings });

/** The first problem with its place. */
function problemOf(text: string): string {
  const reading = readInference(text);
  if (reading.ok) throw new Error(`${text} was read`);
  const [first] = reading.diagnostics;
  const at = first?.range?.start;
  return `${at ? `${at.line}:${at.column} ` : ""}${first?.message}`;
}

const withField = (field: string, value: unknown): string =>
  documentOf({ ...DECISION, [field]: value });

function without(field: string): string {
  return documentOf(
    Object.fromEntries(Object.entries(DECISION).filter(([name]) => name !== field)),
  );
}

describe("the bindings of CRUCIBLE_INFERENCE", () => {
  it("name a protocol, an address, a model and the credential's variable", () => {
    expect(readInference(documentOf(DECISION, AGENT))).toEqual({
      ok: true,
      inference: {
        decision: {
          role: "decision",
          protocol: "system_one",
          url: "https://models.example/v1/systemone",
          model: "jev-1",
          keyVariable: "DECISION_KEY",
        },
        agent: { role: "agent", protocol: "messages", model: "some-model" },
      },
    });
  });

  it.each([
    ["an address with a port and a query", withField("url", "http://10.0.0.1:8011/v1?a=b")],
    ["an address of version 6", withField("url", "http://[::1]:8011/v1/decisions")],
    ["no credential", without("key_env")],
    ["the other protocol", withField("protocol", "decisions")],
    ["white space around", `\n ${documentOf(DECISION)} `],
  ])("may have %s", (_what, text) => {
    expect(readInference(text)).toMatchObject({ ok: true, inference: { decision: {} } });
  });

  it.each([["", "  \n", documentOf()]])("bind nothing when there are none: %j", (text) => {
    expect(readInference(text)).toEqual({ ok: true, inference: {} });
  });

  it.each([
    ["no JSON", "{version: 1}", "1:2 expected a key in double quotes"],
    ["text behind", `${documentOf()} x`, "1:29 there is more text behind the JSON value"],
    ["no object", "[]", "1:1 the document must be an object with version and bindings"],
    ["a key twice", '{"version":1,"version":1}', '1:14 the key "version" is written twice'],
    [
      "no version",
      '{"bindings":[]}',
      "1:1 the document needs a version; this engine reads version 1",
    ],
    [
      "another version",
      '{"version":2,"bindings":[]}',
      "1:12 version must be 1, the one this engine reads",
    ],
    [
      "a version as text",
      '{"version":"1","bindings":[]}',
      "1:12 version must be 1, the one this engine reads",
    ],
    [
      "a fraction as version",
      '{"version":1.0,"bindings":[]}',
      "1:12 version must be 1, the one this engine reads",
    ],
    ["no bindings", '{"version":1}', "1:1 the document needs bindings, a list of objects"],
    [
      "bindings by role",
      '{"version":1,"bindings":{}}',
      "1:25 bindings must be a list of objects, got a table",
    ],
    ["a binding as text", documentOf("x"), "1:26 bindings[0] must be an object, got a string"],
    [
      "an unknown key",
      '{"version":1,"bindings":[],"binding":[]}',
      '1:28 unknown key "binding" at the top level; did you mean "bindings"?',
    ],
    ["an unknown field", withField("timeout", 1), '1:154 unknown key "timeout" in bindings[0]'],
    [
      "a misspelt field",
      documentOf({ ...AGENT, modle: "x" }),
      '1:85 unknown key "modle" in bindings[0]; did you mean "model"?',
    ],
    ["no role", without("role"), "1:26 bindings[0] needs role"],
    [
      "an unknown role",
      withField("role", "judge"),
      "1:34 bindings[0].role must be one of agent, decision",
    ],
    [
      "a misspelt role",
      withField("role", "decison"),
      '1:34 bindings[0].role must be one of agent, decision; did you mean "decision"?',
    ],
    ["no protocol", without("protocol"), "1:26 bindings[0] needs protocol"],
    [
      "an unknown protocol",
      withField("protocol", "grpc"),
      "1:56 bindings[0].protocol must be one of messages, chat_completions, responses, system_one, decisions",
    ],
    [
      "an agent's protocol",
      withField("protocol", "messages"),
      "1:56 bindings[0].protocol of role decision must be system_one or decisions",
    ],
    [
      "a decision's protocol",
      documentOf({ ...AGENT, protocol: "decisions" }),
      "1:53 bindings[0].protocol of role agent must be messages or chat_completions or responses",
    ],
    [
      "no address",
      without("url"),
      "1:26 bindings[0] needs a url: role decision has no address of its own",
    ],
    [
      "an address that is no text",
      withField("url", 1),
      "1:75 bindings[0].url must be a string, got an integer",
    ],
    [
      "another scheme",
      withField("url", "ftp://host/x"),
      "1:75 bindings[0].url must be an absolute http or https address",
    ],
    [
      "no scheme",
      withField("url", "host:8011/v1"),
      "1:75 bindings[0].url must be an absolute http or https address",
    ],
    [
      "one slash",
      withField("url", "http:/host/v1"),
      "1:75 bindings[0].url must be an absolute http or https address",
    ],
    ["no host", withField("url", "https:///v1"), "1:75 bindings[0].url names no host"],
    ["a port alone", withField("url", "http://:8011/v1"), "1:75 bindings[0].url names no host"],
    [
      "an impossible port",
      withField("url", "http://h:99999/"),
      "1:75 bindings[0].url is not an address",
    ],
    [
      "a space",
      withField("url", "http://ho st/v1"),
      "1:75 bindings[0].url holds a space or a control character",
    ],
    [
      "a fragment",
      withField("url", "http://h/#x"),
      "1:75 bindings[0].url has a part behind #, which no server sees",
    ],
    [
      "a long address",
      withField("url", `http://h/${"x".repeat(512)}`),
      "1:75 bindings[0].url has more than 512 characters",
    ],
    ["no model", without("model"), "1:26 bindings[0] needs model"],
    [
      "an empty model",
      withField("model", ""),
      "1:121 bindings[0].model must be 1 to 128 characters without space",
    ],
    [
      "a model with a space",
      withField("model", "a b"),
      "1:121 bindings[0].model must be 1 to 128 characters without space",
    ],
    [
      "a long model",
      withField("model", "m".repeat(129)),
      "1:121 bindings[0].model must be 1 to 128 characters without space",
    ],
    [
      "a credential's variable that is none",
      withField("key_env", "1KEY"),
      "1:139 bindings[0].key_env must name the variable that holds the credential: letters, digits and _",
    ],
    [
      "its own variable",
      withField("key_env", "CRUCIBLE_INFERENCE"),
      "1:139 bindings[0].key_env must name the variable that holds the credential: letters, digits and _",
    ],
    [
      "no text as variable",
      withField("key_env", null),
      "1:139 bindings[0].key_env must be a string, got null",
    ],
    [
      "a role twice",
      documentOf(AGENT, AGENT),
      "1:86 bindings[1] is another agent binding; a role has one",
    ],
    [
      "too much",
      documentOf({ ...AGENT, model: "m".repeat(70_000) }),
      "the document has 70076 characters; at most 65536 are read",
    ],
  ])("are refused with %s", (_what, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it.each([
    ["in the address", withField("url", "https://ada:hunter2secret@host/v1")],
    ["as the address's user", withField("url", "https://hunter2secret@host/v1")],
    ["in place of the variable", withField("key_env", "sk-hunter2secret")],
    ["as a field of its own", withField("api_key", "hunter2secret")],
    ["in place of a protocol", withField("protocol", "hunter2secret")],
    ["in place of a role", withField("role", "hunter2secret")],
    ["in place of a model", withField("model", "Bearer hunter2secret")],
    ["in a document that does not parse", '{"version": 1, "key": "hunter2secret'],
  ])("never repeat a credential that got in %s", (_what, text) => {
    expect(readInference(text).ok).toBe(false);
    expect(JSON.stringify(readInference(text))).not.toContain("hunter2");
    expect(() => inferenceFrom({ CRUCIBLE_INFERENCE: text })).toThrow(InferenceRefused);
    expect(() => inferenceFrom({ CRUCIBLE_INFERENCE: text })).not.toThrow("hunter2");
  });

  it("say every problem with its place, at once", () => {
    const text = documentOf({ ...DECISION, url: "ftp://x", model: "" });
    expect(() => inferenceFrom({ CRUCIBLE_INFERENCE: text })).toThrow(
      "CRUCIBLE_INFERENCE:1:75: bindings[0].url must be an absolute http or https address; " +
        "CRUCIBLE_INFERENCE:1:93: bindings[0].model must be 1 to 128 characters without space",
    );
  });

  it("bind nothing where the variable is not set", () => {
    expect(inferenceFrom({})).toEqual({});
  });

  it("are read or refused, whatever stands there", () => {
    const near = fc.record(
      {
        version: fc.constantFrom<unknown>(1, 2, null),
        bindings: fc.array(
          fc.dictionary(
            fc.constantFrom("role", "protocol", "url", "model", "key_env", "__proto__"),
            fc.oneof(
              fc.constantFrom(...Object.values(DECISION), ...Object.values(AGENT)),
              fc.jsonValue(),
            ),
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      near.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (given) => {
        const reading = readInference(given);
        expect(reading.ok || reading.diagnostics.length > 0).toBe(true);
      }),
    );
  });
});
