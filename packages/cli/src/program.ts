/**
 * The command line: which commands and options there are, and what help says about them. Each command's work is loaded
 * when it is called, so that `--help` and a mistyped option answer at once.
 */
import { Command, CommanderError } from "commander";
import { EXIT, UsageError } from "./failure/failure.js";
import { reportFailure } from "./failure/report.js";
import { EXAMPLES } from "./help-texts.js";
import { manifestOption, paramOptions } from "./options/flags.js";
import type { CheckOptions } from "./options/options.js";
import { addPlanCommands } from "./registration/plan-commands.js";
import type { Finish } from "./registration/registration.js";
import { addRunCommands } from "./registration/run-commands.js";
import type { Terminal } from "./terminal/terminal.js";
import { visible } from "./terminal/visible.js";
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
      outputError: (text, write) => write(visible(usageMessage(text))),
      getOutHelpWidth: () => LINE_WIDTH,
      getErrHelpWidth: () => LINE_WIDTH,
    })
    .showHelpAfterError("--help lists what there is")
    .allowExcessArguments()
    .hook("preAction", (_, command) => refuseExcess(command))
    .addHelpText("after", EXAMPLES);
  addCheck(program, terminal, finish);
  addPlanCommands(program, terminal, finish);
  addRunCommands(program, terminal, finish);
  return program;
}

function addCheck(program: Command, terminal: Terminal, finish: Finish): void {
  const command = program
    .command("check")
    .description("validate a manifest and its workflow; runs nothing")
    .addOption(manifestOption());
  for (const option of paramOptions()) command.addOption(option);
  command.action(async (options: CheckOptions) => {
    const { check } = await import("./commands/compiling.js");
    finish(await check(options, terminal));
  });
}

/** A file that is named without an option is the slip of whoever is here for the first time. */
function refuseExcess(command: Command): void {
  const [excess] = command.args.slice(command.registeredArguments.length);
  if (excess === undefined) return;
  const options = command.options.map(({ long }) => long);
  const isSource = /\.(star|json)$/.test(excess) && options.includes("--file");
  const hint = isSource
    ? "; --file names a source"
    : options.includes("--manifest")
      ? "; --manifest names a pack"
      : "";
  throw new UsageError(`unexpected argument ${JSON.stringify(excess)}${hint}`);
}

/** Help that was asked for is a success; help in place of a command is not. */
function exitCodeOf(error: CommanderError): number {
  const asked = ["commander.helpDisplayed", "commander.version"].includes(error.code);
  return asked ? EXIT.valid : EXIT.usage;
}

/** Commander's message in the house's form: the suggestion on the same line, and what a missing argument would be. */
function usageMessage(text: string): string {
  return text
    .replace(/\s*\(Did you mean (?:one of )?([^)]*)\?\)/, "; did you mean $1?")
    .replace("missing required argument 'run'", "a run must be named; `crucible runs` lists them")
    .replace(/'([^'\n]*)'/g, '"$1"');
}
