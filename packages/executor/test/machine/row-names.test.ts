import { describe, expect, it } from "vitest";
import { createMachine } from "../../src/machine/index.js";
import { fails, passes, withFiles } from "./support/outcomes.js";
import { command, files, over, planOf } from "./support/plans.js";
import { launchOf, Walk } from "./support/walk.js";

const PLAN = planOf([
  command("s", files("f")),
  command("m", { ...over("s"), ...files("f") }),
  command("author", { after: ["m"], ...files("f") }),
  command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
  command("end", { after: ["review", "s", "m", "author"], join: "settled" }),
]);
const STRANGERS = [
  "nobody",
  "nobody[k]",
  "nobody[round-1]",
  "",
  "[k]",
  "s]",
  "m[k",
  "mk]",
  "m]",
  "m[other]",
  "s[k]",
  "s[round-1]",
  "author[x]",
  "author[round-0]",
  "author[round-9]",
  "author[round-1",
];

function begun(): Walk {
  const walk = Walk.start(PLAN);
  walk.end("s", withFiles(passes({ items: ["k"] }), "f"));
  walk.end("m[k]", withFiles(passes(), "f"));
  walk.end("author[round-1]", withFiles(passes(), "f"));
  walk.end("review[round-1]", fails());
  return walk;
}

describe("a name that is no row of the plan", () => {
  it.each(STRANGERS)("%j ends and spends nothing (WIRE-002)", (row) => {
    const walk = begun();
    const before = walk.machine.snapshot();
    const fact = { task: row, attempt: 1, costNano: 5 } as const;
    expect(walk.machine.decide({ kind: "spend_reported", ...fact }, 0)).toEqual([]);
    const ended = walk.machine.decide(
      {
        kind: "attempt_ended",
        ...fact,
        end: { kind: "cancelled" },
        model: null,
        survivors: [],
        findings: [],
        files: null,
        captureProblems: [],
        commit: null,
        repairs: [],
        secs: 0,
      },
      0,
    );
    expect(ended).toEqual([]);
    expect(walk.machine.snapshot()).toEqual(before);
  });

  it.each(STRANGERS)("%j loses no files on a resume (RESUME-022)", (row) => {
    const walk = begun();
    const resumed = walk.resume({ missingFiles: [row] });
    expect(resumed.inputs("author[round-2]").staged.map((set) => set.row)).toEqual(["s", "m[k]"]);
    resumed.end("author[round-2]", withFiles(passes(), "f"));
    resumed.finish();
    expect(resumed.inputs("end").staged.map((set) => set.row)).toEqual(["s", "m[k]", "author"]);
  });

  it.each(STRANGERS)("%j has no inputs and no attempt in a log (WIRE-033)", (row) => {
    const machine = createMachine(PLAN, launchOf());
    for (const entry of begun().log) machine.evolve(entry);
    const started = {
      kind: "attempt_started",
      task: row,
      attempt: 1,
      isolated: false,
      deadline_ms: 1,
    } as const;
    const isRound = row === "author[round-9]";
    if (!isRound) expect(() => machine.evolve(started)).toThrow("which the plan does not have");
    if (row !== "m[other]" && !isRound && row !== "s[round-1]") {
      expect(() => machine.inputsOf(row)).toThrow("is not in the plan");
    }
  });
});

describe("files that did not survive", () => {
  it("are those of the row that is named, not of a later round (RESUME-022 LOOP-053)", () => {
    const walk = begun();
    walk.end("author[round-2]", withFiles(passes(), "f"));
    const old = walk.resume({ missingFiles: ["author[round-1]"] });
    expect(old.inputs("review[round-2]").staged.map((set) => set.row)).toContain("author[round-2]");
    old.finish();
    expect(old.inputs("end").staged.map((set) => set.row)).toContain("author");
    const last = walk.resume({ missingFiles: ["author[round-2]"] }).finish();
    expect(last.inputs("end").staged.map((set) => set.row)).not.toContain("author");
  });

  it("of an item are that item's alone (RESUME-022 MAP-005)", () => {
    const walk = begun();
    const resumed = walk.resume({ missingFiles: ["m[k]"] }).finish();
    expect(resumed.inputs("end").staged.map((set) => set.row)).toEqual(["s"]);
  });
});
