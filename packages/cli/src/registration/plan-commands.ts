/** `crucible plan …`: what a plan is, and running it. */
import { type Command, Option } from "commander";
import { COMPILE_EXAMPLES, PLAN_FILE, RUN_EXAMPLES, SHOW_EXAMPLES } from "../help-texts.js";
import {
  agentOptions,
  eventsOption,
  fileOption,
  launchOptions,
  manifestOption,
  paramOptions,
  stateOptions,
  takeOverOption,
} from "../options/flags.js";
import type {
  CompileWorkflowOptions,
  ParamsOptions,
  RunOptions,
  ShowOptions,
} from "../options/options.js";
import type { Terminal } from "../terminal/terminal.js";
import { type Finish, withOptions } from "./registration.js";

export function addPlanCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const plan = program.command("plan").description("show, describe or run a plan");
  addShow(plan, terminal, finish);
  addParams(plan, terminal, finish);
  addCompileWorkflow(plan, terminal, finish);
  addDslReference(plan, terminal, finish);
  addRun(plan, terminal, finish);
}

function addShow(plan: Command, terminal: Terminal, finish: Finish): void {
  const command = plan
    .command("show")
    .description("print a plan, its bounds, its digest and whether it can run here; runs nothing")
    .addOption(manifestOption())
    .addOption(fileOption(PLAN_FILE))
    .option("--mermaid", "print Mermaid flowchart source")
    .option("--render [file]", "draw it into a .png or .svg file (default: plan.png)")
    .addHelpText("after", SHOW_EXAMPLES);
  withOptions(command, paramOptions(), launchOptions());
  command.action(async (options: ShowOptions) => {
    const { showPlan } = await import("../commands/compiling.js");
    finish(await showPlan(options, terminal));
  });
}

function addParams(plan: Command, terminal: Terminal, finish: Finish): void {
  plan
    .command("params")
    .description("print the JSON Schema of a source's parameters, without evaluating it")
    .addOption(fileOption("the workflow source"))
    .action(async (options: ParamsOptions) => {
      const { printParams } = await import("../commands/compiling.js");
      finish(await printParams(options, terminal));
    });
}

function addCompileWorkflow(plan: Command, terminal: Terminal, finish: Finish): void {
  const format = new Option("--format <format>", "toml or json").choices(["toml", "json"]);
  const command = plan
    .command("compile-workflow")
    .description("print the tables that a workflow source compiles to; they give the same plan")
    .addOption(manifestOption())
    .addOption(fileOption("a workflow source in place of the manifest's own"))
    .addHelpText("after", COMPILE_EXAMPLES);
  withOptions(command, paramOptions(), [format]);
  command.action(async (options: CompileWorkflowOptions) => {
    const { compileWorkflow } = await import("../commands/compiling.js");
    finish(await compileWorkflow(options, terminal));
  });
}

function addDslReference(plan: Command, terminal: Terminal, finish: Finish): void {
  plan
    .command("dsl-reference")
    .description("print the reference of the workflow language as Markdown")
    .action(async () => {
      const { printDslReference } = await import("../commands/plan/dsl-reference.js");
      finish(printDslReference(terminal));
    });
}

function addRun(plan: Command, terminal: Terminal, finish: Finish): void {
  const command = plan
    .command("run")
    .description("run a plan to its verdict")
    .addOption(fileOption(PLAN_FILE))
    .addHelpText("after", RUN_EXAMPLES);
  const resume = new Option("--resume [run]", "go on with a run of the past (default: the newest)");
  withOptions(command, stateOptions(), agentOptions(), paramOptions(), launchOptions());
  withOptions(command, [resume, takeOverOption(), eventsOption()]);
  command.action(async (options: RunOptions) => {
    const { runPlan } = await import("../commands/running.js");
    finish(await runPlan(options, terminal));
  });
}
