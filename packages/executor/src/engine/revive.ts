/**
 * Revives a failed run: the same run goes on in a new execution that reuses what passed and runs again what did not
 * (RUN-003, RUN-006 to RUN-008). Conversations belong to the run, so they go on too.
 */
import type { Claim, Launch, Plan } from "@crucible/core";
import { sessionKey } from "../driver/agent/session-ledger.js";
import type { RunSettings } from "../driver/execution/settings.js";
import { launchExecution } from "./launch-execution.js";
import { keptAgentVariables, recordedPack } from "./recorded-run.js";
import { ResumeRefused } from "./refusals.js";
import { inheritanceOf, type Parent } from "./rerun.js";
import type { Run } from "./run.js";
import type { EngineParts } from "./setup.js";

export interface Revival {
  readonly parent: Parent;
  readonly plan: Plan;
  readonly settings: RunSettings;
  readonly launch: Launch;
}

/** Takes over the claim of the failed execution, and gives it up before the new one begins. */
export async function reviveRun(parts: EngineParts, claim: Claim, revival: Revival): Promise<Run> {
  const { parent, plan, settings, launch } = revival;
  const selected = notPassed(plan, parent);
  if (selected.length === 0) {
    throw new ResumeRefused(
      `every task of run ${parent.id.run} passed; rerun it from a task instead`,
    );
  }
  const inheritance = await inheritanceOf(parts, parent, plan, selected);
  const agentVariables = await keptAgentVariables(claim);
  const privates = await conversationsOf(claim, plan);
  const pack = await recordedPack(parent.header, parts.store.blobs);
  await claim.release();
  return launchExecution(parts, {
    run: parent.id.run,
    plan,
    launch,
    settings,
    pack,
    bundle: parent.header.bundle,
    workspace: parent.header.workspace,
    agentVariables,
    parent: { ...inheritance, privates },
  });
}

function notPassed(plan: Plan, { log }: Parent): readonly string[] {
  const passed = new Set(
    log.flatMap((line) =>
      line.kind === "task_result" && line.status === "pass" ? [line.task] : [],
    ),
  );
  return plan.tasks
    .filter(({ name, stage }) => stage === "iteration" && !passed.has(name))
    .map(({ name }) => name);
}

async function conversationsOf(claim: Claim, plan: Plan): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const name of new Set(plan.tasks.flatMap(({ session }) => session ?? []))) {
    const key = sessionKey(name);
    const value = await claim.getPrivate(key);
    if (value !== undefined) kept.set(key, value);
  }
  return kept;
}
