/** Both protocols: what is sent, what is read from an answer, and what of an answer is refused, with its place. */
import type { DecisionOutcome, DecisionRequest, Question } from "@crucible/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecisionProtocolName } from "../../src/decision/inference.js";
import {
  bindingTo,
  deciderTo,
  kind,
  requestOf,
  size,
  untilEnded,
  urgent,
} from "../support/deciders.js";

/** What a decider makes of an answer's text, and the body it had sent. */
async function exchanged(
  protocol: DecisionProtocolName,
  answer: string,
  request: DecisionRequest,
): Promise<{ readonly outcome: DecisionOutcome; readonly sent: unknown }> {
  let sent: unknown;
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent = JSON.parse(String(init?.body));
    return new Response(answer);
  };
  const decider = deciderTo(bindingTo("http://h/v1", { protocol }), { fetch });
  return { outcome: await decider.decide(request, untilEnded()), sent };
}

async function outcomeOf(
  protocol: DecisionProtocolName,
  answers: unknown,
  ...questions: readonly Question[]
): Promise<DecisionOutcome> {
  const text = JSON.stringify({ model: "jev-1.2", answers });
  return (await exchanged(protocol, text, requestOf(...questions))).outcome;
}

/** The likelihoods as plain data. */
function likelihoods(outcome: DecisionOutcome): unknown {
  if (outcome.kind !== "answered") return outcome;
  const { probabilities } = outcome;
  return Object.fromEntries([...probabilities].map(([id, own]) => [id, Object.fromEntries(own)]));
}

/** Where scores lie between their levels. */
function positions(outcome: DecisionOutcome): unknown {
  return outcome.kind === "answered" ? [...(outcome.positions ?? [])] : outcome;
}

function refusalOf(outcome: DecisionOutcome): string {
  return outcome.kind === "refused" ? outcome.note : `it is ${outcome.kind}`;
}

/** The refusal of answers that stand in one line, without the place in it. */
async function problemOf(
  protocol: DecisionProtocolName,
  answers: unknown,
  ...questions: readonly Question[]
): Promise<string> {
  const note = refusalOf(await outcomeOf(protocol, answers, ...questions));
  expect(note).toMatch(/ at 1:[1-9][0-9]* /);
  return note.replace(/ at 1:[0-9]+ /, " ");
}

const REFUSED = "the decision server's answer is refused: ";

const NOUL = { type: "noul", noul: 0.9 };
const CHOICE = {
  type: "choice",
  choice: "lost",
  confidence: 0.4,
  probabilities: { lost: 0.7, late: 0.3 },
};
const SCORE = {
  type: "score",
  score: 1.1,
  legend: { "0": "none", "1": "some", "2": "much" },
  confidence: 0.5,
  probabilities: { "0": 0.1, "1": 0.7, "2": 0.2 },
};

describe("System One", () => {
  it("asks all questions of a route in one request", async () => {
    const answer = JSON.stringify({ answers: { urgent: NOUL, kind: CHOICE, size: SCORE } });
    const { sent } = await exchanged("system_one", answer, requestOf(urgent, kind, size));
    expect(sent).toEqual({
      model: "jev",
      state: { claim: { text: "where is it" } },
      questions: {
        urgent: { type: "noul", instructions: "Is it urgent?" },
        kind: {
          type: "choice",
          instructions: "What is it about?",
          criteria: { lost: "it never came", late: null },
        },
        size: {
          type: "score",
          instructions: "How big is the damage?",
          criteria: ["none", "some: up to $50", "much"],
        },
      },
    });
  });

  it("answers by name, levels by number", async () => {
    const outcome = await outcomeOf(
      "system_one",
      { size: SCORE, urgent: NOUL, kind: CHOICE },
      urgent,
      kind,
      size,
    );
    expect(outcome).toMatchObject({ kind: "answered", costNano: null, model: "jev-1.2" });
    expect(likelihoods(outcome)).toEqual({
      urgent: { yes: 0.9, no: 0.1 },
      kind: { lost: 0.7, late: 0.3 },
      size: { none: 0.1, some: 0.7, much: 0.2 },
    });
    expect(positions(outcome)).toEqual([["size", 1.1]]);
  });

  it("may say more about the answer as a whole", async () => {
    const text = JSON.stringify({
      id: "req_1",
      answers: { urgent: { ...NOUL, confidence: 0.9 } },
      usage: { input_tokens: 4, output_tokens: 0 },
    });
    const { outcome } = await exchanged("system_one", text, requestOf(urgent));
    expect(outcome).toMatchObject({ kind: "answered", model: "jev" });
  });

  it.each<[string, unknown, string]>([
    [
      "a question that was not asked",
      { urgent: NOUL, kind: CHOICE, extra: NOUL },
      "answers.extra answers a question that the route does not ask",
    ],
    ["a question left out", { urgent: NOUL }, "answers lacks kind"],
    ["no answers by name", [NOUL], "answers must be an object"],
    [
      "an answer that is no object",
      { urgent: 0.9, kind: CHOICE },
      "answers.urgent must be an object",
    ],
    [
      "another type",
      { urgent: { type: "score", noul: 0.9 }, kind: CHOICE },
      'answers.urgent.type must be "noul", as it was asked',
    ],
    ["no type", { urgent: { noul: 0.9 }, kind: CHOICE }, "answers.urgent lacks type"],
    [
      "an unknown field",
      { urgent: { ...NOUL, answer: "yes" }, kind: CHOICE },
      "answers.urgent.answer is no field of it; there is type, confidence, noul",
    ],
    ["no likelihood", { urgent: { type: "noul" }, kind: CHOICE }, "answers.urgent lacks noul"],
    [
      "a likelihood above 1",
      { urgent: { ...NOUL, noul: 1.5 }, kind: CHOICE },
      "answers.urgent.noul must be a number from 0 to 1",
    ],
    [
      "a likelihood below 0",
      { urgent: { ...NOUL, noul: -0.1 }, kind: CHOICE },
      "answers.urgent.noul must be a number from 0 to 1",
    ],
    [
      "a likelihood as text",
      { urgent: { ...NOUL, noul: "0.9" }, kind: CHOICE },
      "answers.urgent.noul must be a number from 0 to 1",
    ],
    [
      "a confidence out of range",
      { urgent: NOUL, kind: { ...CHOICE, confidence: 2 } },
      "answers.kind.confidence must be a number from 0 to 1",
    ],
    [
      "an option that is not declared",
      { urgent: NOUL, kind: { ...CHOICE, probabilities: { lost: 0.5, late: 0.2, stolen: 0.3 } } },
      'answers.kind.probabilities.stolen is about "stolen", an option that the question does not declare',
    ],
    [
      "uncertainty as an option",
      { urgent: NOUL, kind: { ...CHOICE, probabilities: { lost: 0.5, uncertain: 0.5 } } },
      'answers.kind.probabilities.uncertain is about "uncertain", an option that the question does not declare',
    ],
    [
      "an option left out",
      { urgent: NOUL, kind: { ...CHOICE, probabilities: { lost: 0.7 } } },
      'answers.kind.probabilities lacks a probability for "late"',
    ],
    [
      "likelihoods above 1 in all",
      { urgent: NOUL, kind: { ...CHOICE, probabilities: { lost: 0.9, late: 0.9 } } },
      "answers.kind.probabilities adds up to 1.8, more than 1",
    ],
    [
      "a choice that is not declared",
      { urgent: NOUL, kind: { ...CHOICE, choice: "stolen" } },
      'answers.kind.choice is "stolen", an option that the question does not declare',
    ],
    [
      "a choice that is not the likeliest",
      { urgent: NOUL, kind: { ...CHOICE, choice: "late" } },
      'answers.kind.choice is "late", though another option is likelier',
    ],
    [
      "no choice",
      { urgent: NOUL, kind: { ...CHOICE, choice: undefined } },
      "answers.kind lacks choice",
    ],
  ])("ROUTE-020: is refused with %s", async (_what, answers, problem) => {
    expect(await problemOf("system_one", answers, urgent, kind)).toBe(REFUSED + problem);
  });

  it.each<[string, unknown, string]>([
    [
      "a level that there is not",
      { ...SCORE, probabilities: { "0": 0.5, "3": 0.5 } },
      'answers.size.probabilities["3"] is about no level; there is 0 to 2',
    ],
    [
      "a level by its label",
      { ...SCORE, probabilities: { none: 1 } },
      "answers.size.probabilities.none is about no level; there is 0 to 2",
    ],
    [
      "a level written oddly",
      { ...SCORE, probabilities: { "00": 1 } },
      'answers.size.probabilities["00"] is about no level; there is 0 to 2',
    ],
    [
      "a score beyond the levels",
      { ...SCORE, score: 2.5 },
      "answers.size.score must be a number from 0 to 2",
    ],
  ])("ROUTE-020: is refused with %s", async (_what, answer, problem) => {
    expect(await problemOf("system_one", { size: answer }, size)).toBe(REFUSED + problem);
  });
});

const PREDICATE = { type: "predicate", name: "urgent", probability: 0.25 };
const CHOSEN = {
  type: "choice",
  name: "kind",
  choice: "late",
  confidence: 0.2,
  probabilities: [
    { value: "lost", probability: 0.4 },
    { value: "late", probability: 0.6 },
  ],
};
const SCORED = {
  type: "score",
  name: "size",
  score: 2,
  confidence: 1,
  probabilities: [
    { value: 0, label: "none", probability: 0 },
    { value: 1, label: "some", probability: 0 },
    { value: 2, label: "much", probability: 1 },
  ],
};

describe("the Decisions protocol", () => {
  it("asks all questions of a route in one request, its inputs as text", async () => {
    const answer = JSON.stringify({ answers: [PREDICATE, CHOSEN, SCORED] });
    const { sent } = await exchanged("decisions", answer, requestOf(urgent, kind, size));
    expect(sent).toEqual({
      model: "jev",
      input: '{"claim":{"text":"where is it"}}',
      questions: [
        { type: "predicate", name: "urgent", instructions: "Is it urgent?" },
        {
          type: "choice",
          name: "kind",
          instructions: "What is it about?",
          choices: [{ value: "lost", description: "it never came" }, { value: "late" }],
        },
        {
          type: "score",
          name: "size",
          instructions: "How big is the damage?",
          levels: [
            { label: "none" },
            { label: "some", description: "up to $50" },
            { label: "much" },
          ],
        },
      ],
    });
  });

  it("answers by name in any order", async () => {
    const outcome = await outcomeOf("decisions", [SCORED, CHOSEN, PREDICATE], urgent, kind, size);
    expect(likelihoods(outcome)).toEqual({
      urgent: { yes: 0.25, no: 0.75 },
      kind: { lost: 0.4, late: 0.6 },
      size: { none: 0, some: 0, much: 1 },
    });
    expect(positions(outcome)).toEqual([["size", 2]]);
  });

  it.each<[string, unknown, string]>([
    [
      "a question that was not asked",
      [{ ...PREDICATE, name: "calm" }],
      'answers[0].name is "calm", a question that the route does not ask',
    ],
    ["no name", [{ type: "predicate", probability: 1 }], "answers[0] lacks name"],
    ["no name to it", [{ ...PREDICATE, name: null }], "answers[0].name must be a string"],
    [
      "a question answered twice",
      [PREDICATE, PREDICATE],
      "answers[1].name answers a question for the second time",
    ],
    ["a question left out", [PREDICATE], 'answers lacks an answer to "kind"'],
    ["answers by name", { urgent: PREDICATE }, "answers must be a list"],
    [
      "a question declined",
      [{ type: "refusal", name: "urgent" }, CHOSEN],
      "answers[0] is a refusal: the model declined the question",
    ],
    [
      "another type",
      [{ ...CHOSEN, name: "urgent" }],
      'answers[0].type must be "predicate", as it was asked',
    ],
    [
      "a likelihood above 1",
      [{ ...PREDICATE, probability: 2 }],
      "answers[0].probability must be a number from 0 to 1",
    ],
    [
      "an unknown field",
      [{ ...PREDICATE, level: 2 }],
      "answers[0].level is no field of it; there is type, name, confidence, probability",
    ],
    [
      "an option that is not declared",
      [{ ...CHOSEN, probabilities: [{ value: "stolen", probability: 1 }] }],
      'answers[0].probabilities[0].value is about "stolen", an option that the question does not declare',
    ],
    [
      "an option twice",
      [{ ...CHOSEN, probabilities: [CHOSEN.probabilities[0], CHOSEN.probabilities[0]] }],
      'answers[0].probabilities[1].value gives "lost" a second time',
    ],
    [
      "an option that is no text",
      [{ ...CHOSEN, probabilities: [{ value: true, probability: 1 }] }],
      "answers[0].probabilities[0].value must be a string",
    ],
    [
      "a choice that is not the likeliest",
      [{ ...CHOSEN, choice: "lost" }],
      'answers[0].choice is "lost", though another option is likelier',
    ],
  ])("ROUTE-020: is refused with %s", async (_what, answers, problem) => {
    expect(await problemOf("decisions", answers, urgent, kind)).toBe(REFUSED + problem);
  });

  it.each<[string, unknown, string]>([
    [
      "half a level",
      [{ value: 0.5, label: "none", probability: 1 }],
      "answers[0].probabilities[0].value is no level's number",
    ],
    [
      "a level that there is not",
      [{ value: 3, label: "none", probability: 1 }],
      "answers[0].probabilities[0].value must be a number from 0 to 2",
    ],
    [
      "a level under another's label",
      [{ value: 0, label: "much", probability: 1 }],
      'answers[0].probabilities[0].label must be "none", the label of that level',
    ],
  ])("ROUTE-020: is refused with %s", async (_what, probabilities, problem) => {
    expect(await problemOf("decisions", [{ ...SCORED, probabilities }], size)).toBe(
      REFUSED + problem,
    );
  });
});

describe("an answer of either protocol", () => {
  it.each([
    ["no JSON", "<html>", "the answer is not JSON at 1:1: expected a JSON value"],
    ["nothing", "", "the answer is not JSON at 1:1: the JSON ends early"],
    ["a list", "[]", "the answer at 1:1 must be an object"],
    ["no answers", '{"model":"jev"}', "the answer at 1:1 lacks answers"],
    ["a model that is no text", '{"model":1}', "model at 1:10 must be a string"],
    [
      "a key twice",
      '{"answers":{"urgent":{},\n"urgent":{}}}',
      'the answer is not JSON at 2:1: the key "urgent" is written twice',
    ],
    [
      "deep nesting",
      "[".repeat(100_000),
      "the answer is not JSON at 1:129: the JSON nests too deep; maximum is 128 levels",
    ],
    [
      "a prototype",
      '{"answers":{"__proto__":{"type":"noul","noul":1}}}',
      "answers.__proto__ at 1:25 answers a question that the route does not ask",
    ],
  ])("ROUTE-020: is refused when it is %s", async (_what, text, problem) => {
    const { outcome } = await exchanged("system_one", text, requestOf(urgent));
    expect(refusalOf(outcome)).toBe(REFUSED + problem);
  });

  it("is refused at the line and column where the mistake stands", async () => {
    const text = '{"answers": {\n  "urgent": {"type": "noul",\n    "noul": 1.5}}}';
    const { outcome } = await exchanged("system_one", text, requestOf(urgent));
    const problem = "answers.urgent.noul at 3:13 must be a number from 0 to 1";
    expect(refusalOf(outcome)).toBe(REFUSED + problem);
  });

  it("is shown shortened and with its control characters spelled out", async () => {
    const name = `\u001b[31m${"x".repeat(500)}`;
    const outcome = await outcomeOf("system_one", { urgent: NOUL, [name]: NOUL }, urgent);
    const note = refusalOf(outcome);
    expect(note).toContain('answers["\\u001b[31mxxx');
    expect(note.length).toBeLessThan(250);
  });

  it("takes options that come from elsewhere for what they are", async () => {
    const labels = ["__proto__", "constructor", "a b", "1", "ü\n"];
    const options = labels.map((label) => ({ label }));
    const asked: Question = { ...kind, type: "choice", multiple: false, options };
    const table = Object.fromEntries(labels.map((label) => [label, 0.2]));
    const probabilities = JSON.stringify(table);
    const text = `{"answers":{"kind":{"type":"choice","choice":"a b","probabilities":${probabilities}}}}`;
    const { outcome, sent } = await exchanged("system_one", text, requestOf(asked));
    expect(outcome.kind === "answered" && [...(outcome.probabilities.get("kind") ?? [])]).toEqual(
      labels.map((label) => [label, 0.2]),
    );
    expect(JSON.stringify(sent)).toContain('"__proto__":null');
  });

  it("ROUTE-020: is taken or refused, whatever it holds", async () => {
    const field = fc.oneof(
      fc.constantFrom<unknown>(NOUL, CHOICE, SCORE, PREDICATE, CHOSEN, SCORED),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const key = fc.oneof(fc.constantFrom("urgent", "kind", "size", "__proto__"), fc.string());
    const answers = fc.oneof(fc.dictionary(key, field), fc.array(field), field);
    const protocols = fc.constantFrom<DecisionProtocolName>("system_one", "decisions");
    const run = fc.asyncProperty(protocols, answers, async (protocol, given) => {
      const outcome = await outcomeOf(protocol, given, urgent, kind, size);
      expect(["answered", "refused"]).toContain(outcome.kind);
    });
    await fc.assert(run);
  });
});
