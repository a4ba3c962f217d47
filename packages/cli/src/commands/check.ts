/** `crucible check`: validates a manifest and its workflow without running anything (CLI-024). */
import { EXIT } from "../failure/failure.js";
import type { CheckOptions } from "../options/options.js";
import { loadPlan } from "../source/load-plan.js";
import type { Terminal } from "../terminal/terminal.js";

export async function check(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { plan, named } = await loadPlan(options, terminal);
  const count = plan.tasks.length === 1 ? "1 task" : `${plan.tasks.length} tasks`;
  terminal.print(`${named}: sound — ${plan.lane}, ${count}\ndigest: ${plan.digest}`);
  return EXIT.valid;
}
