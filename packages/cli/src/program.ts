/**
 * The command line: which commands and options there are, and what help says about them. Each command's work is loaded
 * when it is called, so that `--help` and a mistyped option answer at once.
 */
import { Command, CommanderError } from "commander";
import { EXIT } from "./failure/failure.js";
import { reportFailure } from "./failure/report.js";
import { EXAMPLES, PLAN_FILE, RUN_EXAMPLES, SHOW_EXAMPLES } from "./help-texts.js";
import {
  type CheckOptions,
  fileOption,
  launchOptions,
  manifestOption,
  type ParamsOptions,
  paramOptions,
  type RunOptions,
  type ShowOptions,
} from "./options/options.js";
import type { Terminal } from "./terminal/terminal.js";
import { LINE_WIDTH } from "./terminal/wrap.js";
import { packageVersion } from "./version.js";

/** Runs one command line and gives the exit code. Never rejects for a user's mistake; prints it instead. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.valid;
  const program = programFor(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error);
    return reportFailure(error, terminal);
  }
}

type Finish = (code: number) => void;

function programFor(terminal: Terminal, finish: Finish): Command {
  const program = new Command("crucible");
  program
    .description("Compiles a workflow into a frozen plan and runs the plan under ceilings.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(usageMessage(text)),
      getOutHelpWidth: () => LINE_WIDTH,
      getErrHelpWidth: () => LINE_WIDTH,
    })
    .showHelpAfterError("--help lists what there is")
    .addHelpText("after", EXAMPLES);
  addCheck(program, terminal, finish);
  const plan = program.command("plan").description("show, describe or run a plan");
  addShow(plan, terminal, finish);
  addParams(plan, terminal, finish);
  addRun(plan, terminal, finish);
  return program;
}

function addCheck(program: Command, terminal: Terminal, finish: Finish): void {
  const command = program
    .command("check")
    .description("validate a manifest and its workflow; runs nothing")
    .addOption(manifestOption());
  for (const option of paramOptions()) command.addOption(option);
  command.action(async (options: CheckOptions) => {
    const { check } = await import("./commands/check.js");
    finish(await check(options, terminal));
  });
}

function addShow(plan: Command, terminal: Terminal, finish: Finish): void {
  const command = plan
    .command("show")
    .description("print a plan, its bounds, its digest and whether it can run here; runs nothing")
    .addOption(manifestOption())
    .addOption(fileOption(PLAN_FILE))
    .option("--mermaid", "print Mermaid flowchart source")
    .addHelpText("after", SHOW_EXAMPLES);
  for (const option of [...paramOptions(), ...launchOptions()]) command.addOption(option);
  command.action(async (options: ShowOptions) => {
    const { showPlan } = await import("./commands/plan-show.js");
    finish(await showPlan(options, terminal));
  });
}

function addParams(plan: Command, terminal: Terminal, finish: Finish): void {
  plan
    .command("params")
    .description("print the JSON Schema of a source's parameters, without evaluating it")
    .addOption(fileOption("the workflow source"))
    .action(async (options: ParamsOptions) => {
      const { printParams } = await import("./commands/plan-params.js");
      finish(await printParams(options, terminal));
    });
}

function addRun(plan: Command, terminal: Terminal, finish: Finish): void {
  const command = plan
    .command("run")
    .description("run a plan to its verdict")
    .addOption(manifestOption())
    .addOption(fileOption(PLAN_FILE))
    .option("--agent-cmd <command>", "run agent tasks with this command in place of the harness")
    .option("--state-dir <folder>", "where logs go (default: state beside the manifest)")
    .addHelpText("after", RUN_EXAMPLES);
  for (const option of [...paramOptions(), ...launchOptions()]) command.addOption(option);
  command.action(async (options: RunOptions) => {
    const { runPlan } = await import("./commands/plan-run.js");
    finish(await runPlan(options, terminal));
  });
}

/** Help that was asked for is a success; help in place of a command is not. */
function exitCodeOf(error: CommanderError): number {
  const asked = ["commander.helpDisplayed", "commander.version"].includes(error.code);
  return asked ? EXIT.valid : EXIT.usage;
}

/** Commander's message in the house's form: the suggestion on the same line. */
function usageMessage(text: string): string {
  return text.replace(/\s*\(Did you mean (?:one of )?([^)]*)\?\)/, "; did you mean $1?");
}
