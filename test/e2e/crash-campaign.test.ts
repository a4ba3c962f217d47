/** A short crash campaign on the built command; `npm run campaign` is the long one. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  begunAsLogged,
  comparedWith,
  spendHolds,
  startedOnce,
} from "../../scripts/campaign/checks.js";
import { interruptRun } from "../../scripts/campaign/interrupted-run.js";
import { type Reference, referenceOf } from "../../scripts/campaign/reference.js";
import { type Entry, readStrictly } from "../../scripts/campaign/strict-log.js";
import { SUBJECTS } from "../../scripts/campaign/subjects.js";
import { ensureBuilt } from "./support/build.js";

beforeAll(ensureBuilt, 300_000);

const KILLS = 20;
const SEED = 20;

describe("an engine that is killed at any instant", () => {
  it("leaves a run that goes on to the same rows, and starts nothing twice (RESUME-001, RESUME-004)", async () => {
    const references = new Map<string, Reference>();
    let kills = 0;
    for (let index = 0; kills < KILLS; index++) {
      const subject = SUBJECTS[index % SUBJECTS.length] ?? "";
      const reference = references.get(subject) ?? (await referenceOf(subject));
      references.set(subject, reference);
      const run = await interruptRun({ seed: SEED, index, reference, killsMax: KILLS - kills });
      expect(run.findings, `seed ${SEED}, run ${index}: ${JSON.stringify(run)}`).toEqual([]);
      kills += run.kills.length;
    }
    expect([...references.keys()].sort()).toEqual([...SUBJECTS].sort());
  }, 600_000);
});

/** A small log; `change` spoils one line of it. */
function logWith(change: Readonly<Record<number, object>> = {}): readonly Entry[] {
  const lines = [
    { kind: "plan_admitted" },
    { kind: "attempt_started", task: "a", attempt: 1 },
    { kind: "spend", task: "a", attempt: 1, cost_usd: 0.5 },
    { kind: "attempt_ended", task: "a", attempt: 1, outcome: "succeeded", cost_usd: 0.5 },
    { kind: "task_result", task: "a", status: "pass", attempts: 1, cost_usd: 0.5 },
    { kind: "attempt_started", task: "b[x]", attempt: 1 },
    { kind: "attempt_ended", task: "b[x]", attempt: 1, outcome: "succeeded", cost_usd: 0 },
    { kind: "task_result", task: "b[x]", status: "pass", attempts: 1, cost_usd: 0 },
    { kind: "verdict", verdict: "valid" },
    { kind: "shutdown", verdict: "valid" },
  ];
  const text = lines
    .map((line, seq) => `${JSON.stringify({ v: 1, seq, ms: seq, ...line, ...change[seq] })}\n`)
    .join("");
  return readStrictly(text).entries;
}

const LEDGER = [
  { marker: "w/exec-1.1", task: "a" },
  { marker: "w/exec-5.2", task: "b" },
];

describe("what the campaign looks at", () => {
  it("finds nothing in a log that is in order", () => {
    const log = logWith();
    expect(comparedWith(log, log)).toEqual([]);
    expect(startedOnce(log)).toEqual([]);
    expect(spendHolds(log, log)).toEqual([]);
    expect(begunAsLogged(LEDGER, log)).toEqual([]);
  });

  it("finds a row that differs, is missing or is there twice", () => {
    const log = logWith();
    expect(comparedWith(log, logWith({ 4: { status: "fail" } }))).toHaveLength(1);
    expect(comparedWith(log, logWith({ 4: { kind: "heartbeat" } }))).toHaveLength(1);
    expect(comparedWith(log, logWith({ 3: { kind: "task_result", task: "b[x]" } }))).toContain(
      "a task has two rows",
    );
    expect(comparedWith(log, logWith({ 9: { verdict: "invalid" } }))).toHaveLength(1);
    expect(comparedWith(log, log.slice(0, -1))).toContain("the last line is no shutdown");
    // Times and attempts may differ.
    expect(comparedWith(log, logWith({ 4: { attempts: 2, ts: "later" } }))).toEqual([]);
  });

  it("finds a start of what had settled, and attempts that were not counted", () => {
    expect(startedOnce(logWith({ 5: { task: "a", attempt: 2 } }))).toEqual([
      "a started after it had settled",
    ]);
    expect(startedOnce(logWith({ 4: { attempts: 2 } }))).toHaveLength(1);
  });

  it("finds a script that began without a line that starts it, or twice under one", () => {
    const log = logWith();
    const [first, second] = LEDGER as [(typeof LEDGER)[0], (typeof LEDGER)[0]];
    expect(begunAsLogged([first, first], log)).toEqual(["a began twice as w/exec-1.1"]);
    expect(begunAsLogged([{ ...second, task: "a" }], log)).toHaveLength(1);
    expect(begunAsLogged([{ ...first, marker: "w/exec-4.1" }], log)).toHaveLength(1);
  });

  it("finds spend that falls or is left out of a row", () => {
    const log = logWith();
    expect(spendHolds(log, logWith({ 3: { cost_usd: 0.25 } }))).toHaveLength(1);
    expect(spendHolds(log, logWith({ 4: { cost_usd: 0.25 } }))).toHaveLength(1);
    const lost = { outcome: "indeterminate" };
    expect(spendHolds(log, logWith({ 3: lost, 4: { cost_usd: 0.75 } }))).toEqual([]);
    expect(spendHolds(log, logWith({ 3: lost, 4: { cost_usd: 0.25 } }))).toHaveLength(1);
  });

  it.each([
    [
      "a line that is no JSON",
      '{"v":1,"seq":0,"ms":0,"kind":"a"}\n{"v":1,\n',
      /line 2 is not JSON/,
    ],
    [
      "a gap",
      '{"v":1,"seq":0,"ms":0,"kind":"a"}\n{"v":1,"seq":2,"ms":0,"kind":"a"}\n',
      /line 2 is numb/,
    ],
    [
      "time that falls",
      '{"v":1,"seq":0,"ms":5,"kind":"a"}\n{"v":1,"seq":1,"ms":4,"kind":"a"}\n',
      /elapsed/,
    ],
  ])("refuses %s in a log", (_what, text, message) => {
    expect(() => readStrictly(text)).toThrow(message);
  });

  it("leaves a torn end out", () => {
    const whole = '{"v":1,"seq":0,"ms":0,"kind":"a"}\n';
    const torn = `${whole}{"v":1,"seq":1,"ms":0,"more":true,"kind":"b"}\n{"v":1,"se`;
    expect(readStrictly(torn)).toMatchObject({ whole, entries: [{ kind: "a" }] });
  });
});
