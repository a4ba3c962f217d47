/** No checker is blind: each lets right histories pass and finds what was planted for it. */
import type { Entry, Launch, Plan } from "@crucible/core";
import { CHECKERS, checkHistory, command, planOf } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import {
  AGENTS,
  admitted,
  blocked,
  CHAIN,
  COST,
  done,
  EPILOGUE,
  end,
  history,
  INVALID,
  LOOP,
  MAPPED,
  PAIR,
  row,
  start,
  VALID,
  WALL,
} from "./histories.js";

/** Name of the case, plan, log, and where it matters the launch. */
type Case = readonly [string, Plan, readonly Entry[], Partial<Launch>?];

function named([title, plan, log, launch]: Case) {
  return { title, plan, log, launch: launch ?? {} };
}

const FAN: Entry = { kind: "fan_out", task: "m", keys: ["k", "l"] };
const HALT: Entry = { kind: "halt_requested" };
const HALTED: Entry = { kind: "halted" };
const STOP: Entry = { kind: "stop_requested", reason: "" };
const RECOVERY: Entry = { kind: "recovery", class: "halted", iter: 0, detail: "" };
const ISOLATED = planOf([command("a", { isolation: "worktree" })]);
const ADVISORY = planOf([
  command("a", { required: false }),
  command("b", { dependsOn: ["a"], required: false }),
]);

function completion(task: string): Entry {
  return { kind: "completion", task, reason: null };
}

function folded(status: "pass" | "fail", passed: number, failed: number): Entry {
  const output = { instances: passed + failed, passed, failed, not_taken: 0, order: ["k", "l"] };
  return row("m", status, { output });
}

const ROUND_ONE = [...done("d[round-1]"), ...done("r[round-1]", "fail")];
const ROUND_TWO = [...done("d[round-2]"), ...done("r[round-2]")];
const OWN = [row("d", "pass"), row("r", "pass")];

const RIGHT: readonly Case[] = [
  ["a chain", CHAIN, [...done("a"), ...done("b"), ...VALID]],
  [
    "a fan-out with an instance that failed",
    MAPPED,
    [...done("s"), FAN, ...done("m[k]"), ...done("m[l]", "fail"), folded("fail", 1, 1), ...VALID],
  ],
  ["a loop of two rounds", LOOP, [...ROUND_ONE, ...ROUND_TWO, ...OWN, ...done("x"), ...VALID]],
  [
    "a required failure",
    CHAIN,
    [...done("a", "fail"), blocked("b", "required_task_failed", "a"), ...INVALID],
  ],
  [
    "a retry, a halt and a resume",
    PAIR,
    [
      start("a"),
      end("a", "transport"),
      start("a", 2),
      HALT,
      end("a", "halt", 0, 2),
      HALTED,
      RECOVERY,
    ]
      .concat([start("a", 3), end("a", "exited", 0, 3), row("a", "pass", { attempts: 3 })])
      .concat(done("b"), VALID),
  ],
  ["a completion", PAIR, [...done("a"), completion("a"), ...VALID]],
  [
    "an epilogue after a failure",
    EPILOGUE,
    [...done("a", "fail"), INVALID[0] as Entry, ...done("e"), INVALID[1] as Entry],
  ],
  [
    "a retry of what was in flight when a required task failed",
    PAIR,
    [
      start("a", 1),
      row("b", "fail"),
      end("a", "transport"),
      start("a", 2),
      end("a", "exited", 0, 2),
      row("a", "pass"),
      ...INVALID,
    ],
  ],
];

describe("a right history", () => {
  it.each(RIGHT.map(named))("$title passes", ({ plan, log, launch }) => {
    expect(checkHistory(history(plan, log, launch))).toEqual([]);
  });
});

const WRONG: Readonly<Record<string, readonly Case[]>> = {
  oneRowATask: [
    ["two rows", PAIR, [...done("a"), row("a", "pass"), ...done("b"), ...VALID]],
    ["no row", PAIR, [...done("a"), ...VALID]],
    ["a row of no task", PAIR, [...done("a"), ...done("b"), row("c", "pass"), ...VALID]],
    [
      "no row in the epilogue after a completion",
      EPILOGUE,
      [...done("a"), completion("a"), ...VALID],
    ],
  ],
  instancesFold: [
    ["a key that was not expanded", MAPPED, [...done("s"), FAN, ...done("m[z]")]],
    [
      "a node before its instances",
      MAPPED,
      [...done("s"), FAN, ...done("m[k]"), folded("pass", 1, 0)],
    ],
    [
      "a status of its own",
      MAPPED,
      [...done("s"), FAN, ...done("m[k]"), ...done("m[l]", "fail"), folded("pass", 1, 1)],
    ],
    [
      "counts of its own",
      MAPPED,
      [...done("s"), FAN, ...done("m[k]"), ...done("m[l]"), folded("pass", 1, 1)],
    ],
  ],
  roundsFollow: [
    [
      "a round after a passing review",
      LOOP,
      [...done("d[round-1]"), ...done("r[round-1]"), ...done("d[round-2]")],
    ],
    ["a round left out", LOOP, [...ROUND_ONE, ...done("d[round-3]")]],
    ["a round past the bound", LOOP, [...done("d[round-4]")]],
    ["an own row unlike its last round", LOOP, [...ROUND_ONE, row("d", "fail")]],
    ["an own row at another cost", LOOP, [...ROUND_ONE, row("d", "pass", { cost_usd: 1 })]],
  ],
  blockedNamesReason: [
    ["no reason", PAIR, [row("a", "blocked")]],
    [
      "a reason where none belongs",
      PAIR,
      [row("a", "fail", { blocked: { reason: "budget_ceiling" } })],
    ],
    ["a cost ceiling that was not reached", PAIR, [blocked("a", "budget_ceiling")]],
    ["a wall clock that was not reached", PAIR, [COST, blocked("a", "wall_clock_ceiling")]],
    [
      "a failure that did not happen",
      PAIR,
      [...done("a"), blocked("b", "required_task_failed", "a")],
    ],
    ["dependencies that passed", CHAIN, [...done("a"), blocked("b", "dependency_did_not_pass")]],
    [
      "no note",
      CHAIN,
      [
        ...done("a", "fail"),
        row("b", "blocked", { note: "", blocked: { reason: "dependency_did_not_pass" } }),
      ],
    ],
  ],
  startsFollowGraph: [
    ["a start before its dependency", CHAIN, [start("b")]],
    ["a start over a failure", ADVISORY, [...done("a", "fail"), start("b")]],
    [
      "a passed-join over nothing that passed",
      planOf([
        command("a", { required: false }),
        command("b", { dependsOn: ["a"], join: "passed" }),
      ]),
      [...done("a", "fail"), start("b")],
    ],
    ["a start of no task", PAIR, [start("c")]],
  ],
  nothingAfterClosing: [
    ["a start after a required failure", PAIR, [...done("a", "fail"), start("b")]],
    ["a start after the wall clock", PAIR, [WALL, start("a")]],
    ["a spender after the cost ceiling", AGENTS, [COST, start("a")]],
    ["a start after a completion", PAIR, [...done("a"), completion("a"), start("b")]],
    ["a start after a stop", PAIR, [STOP, start("a")]],
    ["a start during a halt", PAIR, [HALT, start("a")]],
    ["a start in a truncated plan", PAIR, [row("a", "truncated", { attempts: 0 }), start("b")]],
    [
      "a start after a required fan-out failed",
      planOf([...MAPPED.tasks.map((task) => ({ ...task, required: true })), command("z")]),
      [
        ...done("s"),
        FAN,
        ...done("m[k]"),
        ...done("m[l]", "fail"),
        folded("fail", 1, 1),
        start("z"),
      ],
    ],
  ],
  widthAndWorkspace: [
    ["two in the shared workspace", PAIR, [start("a"), start("b")]],
    [
      "more than the width",
      planOf(["a", "b", "c"].map((name) => command(name, { isolation: "worktree" }))),
      [start("a", 1, true), start("b", 1, true), start("c", 1, true)],
    ],
    ["another in the middle of a loop", LOOP, [...done("d[round-1]"), start("x")]],
  ],
  startsWhereItCan: [
    ["a need that is not there", planOf([command("a", { needs: "gpu" })]), [start("a")]],
    ["isolation that is not there", ISOLATED, [start("a", 1, true)], { capabilities: [] }],
    ["an isolated task in the shared workspace", ISOLATED, [start("a")]],
  ],
  settledNeverStarts: [
    ["a start after its row", PAIR, [...done("a"), start("a", 2)]],
    ["a number left out", PAIR, [start("a", 2), end("a", "exited", 0, 2), row("a", "pass")]],
    ["a row in flight", PAIR, [start("a"), row("a", "pass")]],
    ["an end of nothing", PAIR, [end("a")]],
    ["two starts at once", PAIR, [start("a"), start("a", 2)]],
    ["an attempt that never ended", PAIR, [start("a"), ...VALID]],
  ],
  attemptsBounded: [
    ["a measured end that is tried again", PAIR, [start("a"), end("a", "timeout"), start("a", 2)]],
    [
      "a fourth transport failure",
      PAIR,
      [1, 2, 3, 4].flatMap((attempt) => [start("a", attempt), end("a", "transport", 0, attempt)]),
    ],
  ],
  spendNeverFalls: [
    [
      "a figure that falls",
      AGENTS,
      [
        start("a"),
        spend("a", 0.5),
        spend("a", 0.4),
        end("a", "exited", 0.5),
        row("a", "pass", { cost_usd: 0.5 }),
      ],
    ],
    [
      "an end below its spend",
      AGENTS,
      [start("a"), spend("a", 0.5), end("a", "exited", 0.4), row("a", "pass", { cost_usd: 0.4 })],
    ],
    ["a row at another cost", AGENTS, [start("a"), end("a", "exited", 0.4), row("a", "pass")]],
    ["a cost that is no number", AGENTS, [start("a"), end("a", "exited", Number.NaN)]],
  ],
  deadlinesHold: [
    ["a deadline past the ceiling", PAIR, [{ ...start("a"), deadline_ms: 60_001 } as Entry]],
    [
      "a deadline past the task's own limit",
      planOf([command("a", { timeoutMs: 10 })]),
      [{ ...start("a"), ms: 100 } as unknown as Entry],
    ],
  ],
  oneEnding: [
    ["no verdict", PAIR, [VALID[1] as Entry]],
    ["two shutdowns", PAIR, [...VALID, VALID[1] as Entry]],
    ["a line after the shutdown", PAIR, [...VALID, { kind: "heartbeat" }]],
    ["another verdict in the shutdown", PAIR, [VALID[0] as Entry, INVALID[1] as Entry]],
    [
      "an outcome of its own",
      PAIR,
      [VALID[0] as Entry, { ...VALID[1], outcome: "complete" } as Entry],
    ],
    ["a stop by another name", PAIR, [STOP, ...VALID]],
  ],
  verdictFollows: [
    ["valid over a required failure", PAIR, [...done("a", "fail"), ...VALID]],
    ["valid over a ceiling", PAIR, [COST, ...VALID]],
    [
      "valid over a required task that was blocked",
      PAIR,
      [blocked("b", "wall_clock_ceiling"), ...VALID],
    ],
    ["invalid without a reason", PAIR, [...done("a"), ...done("b"), ...INVALID]],
    ["invalid over an advisory failure", ADVISORY, [...done("a", "fail"), ...INVALID]],
    [
      "invalid over the epilogue",
      EPILOGUE,
      [...done("a"), INVALID[0] as Entry, ...done("e", "fail")],
    ],
  ],
  epilogueAfterVerdict: [
    ["an epilogue before the verdict", EPILOGUE, [start("e")]],
    ["a row of the main graph after it", EPILOGUE, [VALID[0] as Entry, row("a", "pass")]],
    ["the main graph after it", EPILOGUE, [VALID[0] as Entry, start("a")]],
    ["an epilogue after a stop", EPILOGUE, [STOP, VALID[0] as Entry, start("e")]],
    [
      "a spender after a spent budget",
      planOf([
        ...AGENTS.tasks,
        { ...(AGENTS.tasks[0] as (typeof AGENTS.tasks)[number]), name: "e", stage: "epilogue" },
      ]),
      [COST, INVALID[0] as Entry, start("e")],
    ],
    [
      "an epilogue blocked by the main graph",
      EPILOGUE,
      [...done("a", "fail"), INVALID[0] as Entry, blocked("e", "required_task_failed", "a")],
    ],
  ],
  oneLog: [
    ["a plan admitted twice", PAIR, [admitted(), ...VALID]],
    ["positions that do not count up", PAIR, [{ kind: "heartbeat", seq: 7 } as unknown as Entry]],
    ["time that falls", PAIR, [beat(5), beat(4)]],
  ],
};

function spend(task: string, costUsd: number): Entry {
  return { kind: "spend", task, attempt: 1, cost_usd: costUsd };
}

function beat(ms: number): Entry {
  return { kind: "heartbeat", ms } as unknown as Entry;
}

describe.each(Object.entries(WRONG))("%s", (name, cases) => {
  it.each(cases.map(named))("finds $title", ({ plan, log, launch }) => {
    expect(CHECKERS.get(name)?.(history(plan, log, launch))).not.toEqual([]);
  });
});

it("every checker has something that it must find", () => {
  expect(Object.keys(WRONG).sort()).toEqual([...CHECKERS.keys()].sort());
});

it("a finding comes with the name of its checker", () => {
  expect(checkHistory(history(PAIR, [...done("a"), ...VALID]))).toContain(
    "oneRowATask: b has no row",
  );
});
