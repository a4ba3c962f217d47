/** One plan, two spellings, one digest: what is printed reads back as it was. */
import { freezePlan, type PlanDraft } from "@crucible/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planDrafts, planFileDrafts } from "../../../core/test/arbitraries/plans.js";
import { checkPlan } from "../../src/check/check-plan.js";
import { printPlanFile, printWorkflow } from "../../src/planfile/print-plan-file.js";
import { type PlanFileFormat, readPlanFile } from "../../src/planfile/read-plan-file.js";
import { sampleFile, sampleFileInToml } from "./sample-file.js";

const formats = ["toml", "json"] as const;

function printed(draft: PlanDraft, format: PlanFileFormat): string {
  const printing = printPlanFile(draft, format);
  if (!printing.ok) throw new Error(printing.problem);
  return printing.text;
}

const inOrder = (draft: PlanDraft): PlanDraft => ({
  ...draft,
  params: [...draft.params].sort((a, b) => (a.name < b.name ? -1 : 1)),
});

describe("golden files", () => {
  test("PLAN-068, PLAN-069: every kind and field in TOML", async () => {
    await expect(printed(sampleFileInToml, "toml")).toMatchFileSnapshot("golden/plan.toml");
  });

  test("every kind and field in JSON", async () => {
    await expect(printed(sampleFile, "json")).toMatchFileSnapshot("golden/plan.json");
  });

  test("the workflow table in JSON and in TOML", async () => {
    const playbook: PlanDraft = { ...sampleFileInToml, lane: "playbook", result: "best" };
    for (const format of formats) {
      const printing = printWorkflow({ ...playbook, historyRecord: "scan" }, format);
      await expect(printing.ok && printing.text).toMatchFileSnapshot(`golden/workflow.${format}`);
    }
  });
});

describe("round trips", () => {
  test.each(formats)("PLAN-070: the sample, in %s", (format) => {
    const reading = readPlanFile(printed(sampleFileInToml, format), { file: `plan.${format}` });
    expect(reading).toEqual({ ok: true, plan: freezePlan(sampleFileInToml), warnings: [] });
  });

  test("JSON holds a parameter without a value", () => {
    const reading = readPlanFile(printed(sampleFile, "json"), { file: "PLAN.json" });
    expect(reading).toEqual({ ok: true, plan: freezePlan(sampleFile), warnings: [] });
  });

  test("PLAN-005, PLAN-070: any plan, in both formats", () => {
    fc.assert(
      fc.property(planFileDrafts, (drawn) => {
        const draft = inOrder(drawn);
        const plan = freezePlan(draft);
        for (const format of formats) {
          const text = printed(draft, format);
          const reading = readPlanFile(text, { file: `p.${format}` });
          expect(reading, text).toEqual({ ok: true, plan, warnings: [] });
          if (reading.ok) expect(printed(reading.plan, format)).toBe(text);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("what the plans of these tests are drawn from follows every rule", () => {
    fc.assert(
      fc.property(planDrafts, (draft) => {
        expect(checkPlan(draft, () => undefined)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("what a plan file cannot hold", () => {
  test.each<[string, PlanDraft, PlanFileFormat, string]>([
    [
      "another lane",
      { ...sampleFile, lane: "playbook" },
      "json",
      'a workflow of type "playbook" is no plan file',
    ],
    ["a result", { ...sampleFile, result: "scan" }, "json", "a plan file names no result"],
    [
      "a record",
      { ...sampleFile, historyRecord: "scan" },
      "json",
      "a plan file names no history record",
    ],
    [
      "settings",
      { ...sampleFile, settings: [{ address: "*.model", value: "m" }] },
      "json",
      "a plan file holds no launch settings",
    ],
    [
      "no value in TOML",
      sampleFile,
      "toml",
      'parameter "none" has no value, which TOML cannot say; print JSON',
    ],
  ])("%s", (_, draft, format, problem) => {
    expect(printPlanFile(draft, format)).toEqual({ ok: false, problem });
  });

  test("PLAN-003: no budget", () => {
    const { budgetUsd: _budget, ...draft } = sampleFile;
    expect(printPlanFile(draft, "json")).toEqual({
      ok: false,
      problem: "a plan file needs a budget",
    });
  });

  test("a plan file is no workflow", () => {
    expect(printWorkflow(sampleFile, "json")).toEqual({
      ok: false,
      problem: "a plan file is no workflow",
    });
  });
});
