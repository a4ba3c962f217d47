/** `crucible plan show`: what would happen and under which bounds; nothing runs, and only a picture is written (CLI-001). */
import { type Plan, topologicalOrder } from "@crucible/core";
import type { LaunchReport } from "@crucible/executor";
import { EXIT } from "../../failure/failure.js";
import type { LaunchOptions, ShowOptions } from "../../options/options.js";
import { boundsShown, isCostKnown, requestFor } from "../../show/bounds-shown.js";
import { mermaidOf } from "../../show/mermaid.js";
import { missingCapabilities, tasksLacking } from "../../show/missing-capabilities.js";
import { type ListingFacts, planListing } from "../../show/plan-listing.js";
import { loadPlan } from "../../source/load-plan.js";
import type { Terminal } from "../../terminal/terminal.js";

export async function showPlan(options: ShowOptions, terminal: Terminal): Promise<number> {
  const loaded = await loadPlan(options, terminal);
  const { plan } = loaded;
  if (options.mermaid) {
    terminal.print(mermaidOf(plan));
    return EXIT.valid;
  }
  if (options.render !== undefined) {
    const { renderPlan } = await import("./render.js");
    return await renderPlan(plan, options.render, terminal);
  }
  const { decisionModelOf, packHost } = await import("../../host/pack-host.js");
  // A source by itself names no agent, and a listing needs none: a stand-in that is never called keeps its place.
  const agentCmd = loaded.manifest === undefined ? "false" : undefined;
  const { engine, runOptions } = packHost(loaded, { agentCmd }, terminal);
  const report = await engine.check(plan, requestFor(plan, options), runOptions(loaded.pack));
  terminal.print(
    planListing(plan, {
      ...listingFacts(plan, report, options),
      decisionModel: decisionModelOf(terminal),
    }),
  );
  return EXIT.valid;
}

function listingFacts(
  plan: Plan,
  report: LaunchReport,
  options: LaunchOptions,
): Omit<ListingFacts, "decisionModel"> {
  const cost = report.bounds.find(({ unit }) => unit === "usd")?.value;
  const capabilities = report.launch?.capabilities ?? [];
  return {
    order: topologicalOrder(plan.tasks),
    ...(isCostKnown(plan, options) && cost !== undefined ? { budgetUsd: cost } : {}),
    bounds: boundsShown(plan, report, options),
    unrunnable: new Set(tasksLacking(plan.tasks, capabilities).map(({ name }) => name)),
    missing: missingCapabilities(plan.tasks, capabilities),
    uninterruptible: new Set(report.uninterruptible),
    verdict: verdictOf(report),
  };
}

function verdictOf({ truncated, problems, launch }: LaunchReport): string {
  if (problems.length > 0) {
    return `REFUSED — ${problems.map(({ message }) => message).join("; ")}`;
  }
  if (truncated.length === 0) return "runnable";
  const tasks = `${truncated.length === 1 ? "task" : "tasks"} ${truncated.join(", ")}`;
  const capabilities = launch?.capabilities.join(", ") ?? "";
  return `TRUNCATED — required ${tasks} unrunnable with caps [${capabilities}]; execute would refuse fail-closed`;
}
