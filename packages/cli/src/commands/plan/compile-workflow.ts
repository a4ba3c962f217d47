/**
 * `crucible plan compile-workflow`: the tables that a workflow source compiles to. They can be read in place of the source,
 * in a manifest or by themselves, and give the same digest.
 */
import { printWorkflow } from "@crucible/compiler";
import { EXIT, Refusal, UsageError } from "../../failure/failure.js";
import type { CompileWorkflowOptions } from "../../options/options.js";
import { loadPlan } from "../../source/load-plan.js";
import type { Terminal } from "../../terminal/terminal.js";

export async function compileWorkflow(
  options: CompileWorkflowOptions,
  terminal: Terminal,
): Promise<number> {
  const setting = options.param?.find(({ name }) => name.includes("."));
  if (setting !== undefined) {
    const help = "a launch setting is given to the run, and tables hold none";
    throw new UsageError(`--param ${JSON.stringify(setting.name)}: ${help}`);
  }
  const { plan, named } = await loadPlan(options, terminal);
  const format = options.format ?? "toml";
  const printing = printWorkflow(plan, format);
  if (!printing.ok) throw new Refusal(`${named}: ${printing.problem}`);
  terminal.print(printing.text.trimEnd());
  return EXIT.valid;
}
