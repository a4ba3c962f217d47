/**
 * `crucible check`: validates a manifest and its workflow without running anything, and lists every file, credential, bound
 * and outside reach of the pack (CLI-024).
 */
import { DEFAULT_COMPILE_LIMITS } from "@crucible/compiler";
import { PACK_BOUNDS_DEFAULT } from "@crucible/local/pack";
import { EXIT } from "../failure/failure.js";
import type { CheckOptions } from "../options/options.js";
import { wholeBytes } from "../show/amounts.js";
import { boundsShown, requestFor } from "../show/bounds-shown.js";
import { packListing } from "../show/pack-listing.js";
import { loadPlan } from "../source/load-plan.js";
import type { Terminal } from "../terminal/terminal.js";

export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const loaded = await loadPlan(options, terminal);
  const { plan, named, pack, manifest } = loaded;
  const count = plan.tasks.length === 1 ? "1 task" : `${plan.tasks.length} tasks`;
  // The engine knows the bounds of a run; a pack that is not sound is told so without it.
  const { decisionModelOf, packHost } = await import("../host/pack-host.js");
  const { engine, runOptions } = packHost(loaded, {}, terminal);
  const report = await engine.check(plan, requestFor(plan, {}), runOptions(pack));
  const bounds = [...boundsShown(plan, report, {}), ...boundsOfReading()];
  terminal.print(`${named}: sound — ${plan.lane}, ${count}`);
  const facts = { pack, plan, manifest, bounds, decisionModel: decisionModelOf(terminal) };
  terminal.print(packListing({ ...facts, standingOf: standingIn(terminal) }));
  terminal.print(`digest: ${plan.digest}`);
  return EXIT.valid;
}

/** Values are looked at and never shown. */
function standingIn({ env }: Pick<Terminal, "env">): (variable: string) => string {
  const variables = new Map(Object.entries(env));
  return (variable) => {
    const value = variables.get(variable);
    if (value === undefined) return "not set";
    return value === "" ? "empty" : "set";
  };
}

/** What holds before there is a run: the size of a pack, and each bound of its compilation by the name of its option. */
function boundsOfReading(): readonly (readonly [string, string])[] {
  const { filesMax, bytesMax, depthMax } = PACK_BOUNDS_DEFAULT;
  const compiling = Object.entries(DEFAULT_COMPILE_LIMITS).map(
    ([name, value]) => [`compiling: ${name}`, String(value)] as const,
  );
  return [
    ["pack", `${filesMax} files, ${wholeBytes(bytesMax)}, folders ${depthMax} deep`],
    ...compiling,
  ];
}
