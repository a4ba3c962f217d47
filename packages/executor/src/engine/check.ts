/** What a launch would meet: refusals, truncation and every bound in force. Spends nothing and leaves nothing behind. */
import { type Bundle, type Diagnostic, type Launch, type Plan, usdFromNano } from "@crucible/core";
import { turnHarness } from "../driver/agent/agent-figures.js";
import type { RunSettings } from "../driver/execution/settings.js";
import { OUTPUT_DEPTH_MAX } from "../driver/result/bounded-json.js";
import { createMachine, TRANSPORT_RETRIES } from "../machine/index.js";
import { admissionProblems, partCapabilities } from "./admission.js";
import { bundleProblems } from "./bundle.js";
import { type LaunchRequest, NO_CEILING_MS, resolveLaunch } from "./launch-request.js";
import type { EngineParts } from "./setup.js";

export interface LaunchReport {
  /** Why the launch would be refused; empty when it would not. */
  readonly problems: readonly Diagnostic[];
  /** Required tasks that cannot run where they would: the run would come to nothing (EXEC-004). */
  readonly truncated: readonly string[];
  /** Agent tasks whose turns cannot be interrupted: a halt, a stop or a deadline waits for the turn's own end (RUN-029). */
  readonly uninterruptible: readonly string[];
  /** The launch as it would be recorded; `undefined` when ceilings are missing. */
  readonly launch: Launch | undefined;
  /** Every ceiling, deadline and bound in force (CEIL-042, FILE-029). */
  readonly bounds: readonly BoundInForce[];
}

export interface BoundInForce {
  readonly name: string;
  readonly value: number;
  readonly unit: "usd" | "ms" | "bytes" | "attempts" | "levels";
  /** The task that it bounds; the whole run without one. */
  readonly task?: string;
}

export async function checkLaunch(
  parts: EngineParts,
  plan: Plan,
  request: LaunchRequest,
  settings: RunSettings,
  bundle: Bundle | undefined,
): Promise<LaunchReport> {
  const provided = [...(await parts.world.capabilities()), ...partCapabilities(parts)];
  const resolved = resolveLaunch(plan, request, provided);
  const { launch } = resolved;
  const problems = [...resolved.problems, ...bundleProblems(bundle)];
  const uninterruptible = uninterruptibleTasks(parts, plan, settings);
  if (launch === undefined) {
    const bounds = boundsOf(parts, plan, undefined);
    return { problems, truncated: [], uninterruptible, launch, bounds };
  }
  const admission = await admissionProblems(parts, { plan, launch, settings });
  return {
    problems: [...problems, ...admission],
    // A plan that is refused has nothing that a machine could walk.
    truncated: admission.length > 0 ? [] : truncatedTasks(plan, launch),
    uninterruptible,
    launch,
    bounds: boundsOf(parts, plan, launch),
  };
}

/** Tasks whose harness says that it cannot end a turn in mid-flight. */
function uninterruptibleTasks(
  parts: EngineParts,
  plan: Plan,
  settings: RunSettings,
): readonly string[] {
  return plan.tasks.flatMap((task) => {
    if (task.kind !== "agent") return [];
    return parts.harnesses.get(turnHarness(task, settings))?.interrupts === false
      ? [task.name]
      : [];
  });
}

/** What a machine says before anything is dispatched. */
function truncatedTasks(plan: Plan, launch: Launch): readonly string[] {
  const provided = new Set(launch.capabilities);
  // Nothing is truncated but for a need that is missing, and a machine over a large plan takes a while to make.
  if (plan.tasks.every(({ needs }) => needs === "any" || provided.has(needs))) return [];
  const entries = createMachine(plan, launch).decide({ kind: "started", base: "", reused: [] }, 0);
  return entries.flatMap((entry) =>
    entry.kind === "task_result" && entry.status === "truncated" ? [entry.task] : [],
  );
}

function boundsOf(
  parts: EngineParts,
  plan: Plan,
  launch: Launch | undefined,
): readonly BoundInForce[] {
  const { bounds } = parts;
  const ofEngine: BoundInForce[] = [
    { name: "attempts, transport failing", value: TRANSPORT_RETRIES + 1, unit: "attempts" },
    { name: "result line or file", value: bounds.resultBytesMax, unit: "bytes" },
    { name: "nesting of a result", value: OUTPUT_DEPTH_MAX, unit: "levels" },
    { name: "inputs of a task", value: bounds.inputsBytesMax, unit: "bytes" },
    { name: "captured file with a schema", value: bounds.jsonFileBytesMax, unit: "bytes" },
    { name: "history of a task", value: bounds.historyBytesMax, unit: "bytes" },
    { name: "evidence of a decision", value: bounds.evidenceBytesMax, unit: "bytes" },
  ];
  const ofTasks = plan.tasks.flatMap((task): BoundInForce[] =>
    task.timeoutMs === undefined
      ? []
      : [{ name: "timeout", value: task.timeoutMs, unit: "ms", task: task.name }],
  );
  return [...(launch ? boundsOfLaunch(launch) : []), ...ofEngine, ...ofTasks];
}

function boundsOfLaunch(launch: Launch): readonly BoundInForce[] {
  const { ceilings, width, captureBytesMax } = launch;
  const wall: BoundInForce = { name: "wall-clock ceiling", value: ceilings.wallMs, unit: "ms" };
  return [
    { name: "cost ceiling", value: usdFromNano(ceilings.costNano), unit: "usd" },
    ...(ceilings.wallMs === NO_CEILING_MS ? [] : [wall]),
    { name: "attempts at once", value: width, unit: "attempts" },
    { name: "captured files of the run", value: captureBytesMax, unit: "bytes" },
  ];
}
