/** One plan, two spellings, one digest: what is printed reads back as it was. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareText, freezePlan, type PlanDraft, type Task } from "@crucible/core";
import { decodePlan } from "@crucible/core/wire";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planDrafts, planFileDrafts } from "../../../core/test/arbitraries/plans.js";
import { checkPlan } from "../../src/check/check-plan.js";
import { memoryPack, tryCompile } from "../../src/index.js";
import { printPlanFile, printWorkflow } from "../../src/planfile/print-plan-file.js";
import { type PlanFileFormat, readPlanFile } from "../../src/planfile/read-plan-file.js";
import { sampleFile, sampleFileInToml } from "./sample-file.js";

/** Plans that sources of another test compile to. */
const GOLDEN = join(import.meta.dirname, "../golden");

const formats = ["toml", "json"] as const;

function printed(draft: PlanDraft, format: PlanFileFormat): string {
  const printing = printPlanFile(draft, format);
  if (!printing.ok) throw new Error(printing.problem);
  return printing.text;
}

const inOrder = (draft: PlanDraft): PlanDraft => ({
  ...draft,
  params: [...draft.params].sort((a, b) => compareText(a.name, b.name)),
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

describe("DSL-105: a workflow and the tables of a manifest", () => {
  /** The plan of a manifest that holds the workflow's table; a scored lane needs a judge. */
  const compiled = (draft: PlanDraft): unknown => {
    const printing = printWorkflow(draft, "toml");
    if (!printing.ok) return printing.problem;
    const judge =
      draft.lane === "playbook"
        ? ""
        : "[judge]\nmeasure_cmd = 'm'\ndirection = 'lower'\n[repo]\npath = '.'\n";
    const text = `[agent]\ngoal = "x"\n${judge}${printing.text}`;
    const result = tryCompile(memoryPack({ "crucible.toml": text }));
    return result.ok ? result.plan.digest : result.diagnostics;
  };

  /** The task without the sandbox that no manifest of these tests declares. */
  const undeclared = (task: Task): Task => {
    if (task.kind !== "agent") return task;
    const { sandbox: _sandbox, ...rest } = task;
    return rest;
  };

  /** The plan of the tables by themselves. */
  const readAlone = (draft: PlanDraft, format: PlanFileFormat): unknown => {
    const printing = printWorkflow(draft, format);
    if (!printing.ok) return printing.problem;
    const result = readPlanFile(printing.text, { file: `workflow.${format}` });
    return result.ok ? result.plan.digest : result.diagnostics;
  };

  test.each(formats)("PLAN-070: read by themselves, any workflow, in %s", (format) => {
    fc.assert(
      fc.property(planDrafts, (drawn) => {
        const params = drawn.params.filter(({ value }) => value !== null);
        const draft = { ...drawn, params: params.toReversed(), settings: [], reason: "" };
        if (draft.lane === "plan_file") return;
        expect(readAlone(draft, format)).toBe(freezePlan(draft).digest);
      }),
      { numRuns: 200 },
    );
  });

  test("hold no launch settings, and nothing beside the workflow", () => {
    const settings = [{ address: "draft.model", value: "small" }];
    expect(printWorkflow({ ...sampleFile, lane: "playbook", settings }, "json")).toEqual({
      ok: false,
      problem: "tables hold no launch settings",
    });
    const text =
      '[workflow]\ntype = "playbook"\n[budget]\nusd = 1\n[[workflow.task]]\nname = "a"\n';
    const reading = readPlanFile(`${text}kind = "command"\ncommand = "true"\n`, { file: "w.toml" });
    expect(reading.ok ? "" : reading.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("budget"),
    ]);
  });

  test("any workflow", () => {
    fc.assert(
      fc.property(planDrafts, (drawn) => {
        const params = drawn.params.filter(({ value }) => value !== null);
        const tasks = drawn.tasks.map(undeclared);
        const draft = inOrder({ ...drawn, tasks, params, settings: [], reason: "" });
        if (draft.lane === "plan_file") return;
        expect(compiled(draft)).toBe(freezePlan(draft).digest);
      }),
      { numRuns: 200 },
    );
  });

  test.each(readdirSync(GOLDEN))("what a source compiles to: %s", (name) => {
    const { digest, ...wire } = JSON.parse(readFileSync(join(GOLDEN, name), "utf8")) as {
      digest: string;
    };
    const decoded = decodePlan(wire);
    if (!decoded.ok) throw new Error(JSON.stringify(decoded));
    expect(decoded.plan.digest).toBe(digest);
    // Tables hold what was bound, not who supplied it.
    const params = decoded.plan.params.filter(({ value }) => value !== null);
    const draft = inOrder({ ...decoded.plan, params });
    expect(compiled(draft)).toBe(freezePlan(draft).digest);
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
