/** `crucible runs` and `crucible run …`: what became of runs, and what an operator can do about one. */
import type { Command } from "commander";
import { ONE_RUN, RERUN_EXAMPLES, RESUME_EXAMPLES } from "../help-texts.js";
import {
  agentOptions,
  ceilingOptions,
  eventsOption,
  fromOption,
  jsonOption,
  launchOptions,
  paramOptions,
  stateOptions,
  takeOverOption,
} from "../options/flags.js";
import type {
  RecordOptions,
  RerunOptions,
  ResumeOptions,
  StateOptions,
  StopOptions,
} from "../options/options.js";
import type { Terminal } from "../terminal/terminal.js";
import { type Finish, withOptions } from "./registration.js";

const RUN = "a run's name, or a part of it that no other run begins or ends with";
const RUN_OR_NEWEST = `${RUN} (default: the newest)`;

export function addRunCommands(program: Command, terminal: Terminal, finish: Finish): void {
  const runs = program.command("runs").description("list the runs of a state folder, newest first");
  withOptions(runs, stateOptions(), [jsonOption("print a JSON array instead of a table")]);
  runs.action(async (options: RecordOptions) => {
    const { listRuns } = await import("../commands/running.js");
    finish(await listRuns(options, terminal));
  });
  const run = program.command("run").description("look at one run, or act on it");
  run.addHelpText("after", ONE_RUN);
  addViews(run, terminal, finish);
  addEndings(run, terminal, finish);
  addContinuations(run, terminal, finish);
}

function addViews(run: Command, terminal: Terminal, finish: Finish): void {
  const show = run
    .command("show")
    .description("how a run stands: rows, limits, spend, places, and what to do next")
    .argument("[run]", RUN_OR_NEWEST);
  withOptions(show, stateOptions(), [jsonOption("print a JSON object instead of text")]);
  show.action(async (name: string | undefined, options: RecordOptions) => {
    const { showRun } = await import("../commands/running.js");
    finish(await showRun(name, options, terminal));
  });
  const graph = run
    .command("graph")
    .description("the graph of a run as a tree, with what each task's latest attempt gave")
    .argument("[run]", RUN_OR_NEWEST);
  withOptions(graph, stateOptions(), [jsonOption("print a JSON object with every attempt")]);
  graph.action(async (name: string | undefined, options: RecordOptions) => {
    const { showGraph } = await import("../commands/running.js");
    finish(await showGraph(name, options, terminal));
  });
}

function addEndings(run: Command, terminal: Terminal, finish: Finish): void {
  const halt = run
    .command("halt")
    .description("halt a live run from another terminal; it can be resumed")
    .argument("<run>", RUN);
  withOptions(halt, stateOptions());
  halt.action(async (name: string, options: StateOptions) => {
    const { haltRun } = await import("../commands/running.js");
    finish(await haltRun(name, options, terminal));
  });
  const stop = run
    .command("stop")
    .alias("cancel")
    .description("end a run for good, live or not; it cannot be resumed")
    .argument("<run>", RUN)
    .option("--reason <text>", "why, for the log");
  withOptions(stop, stateOptions());
  stop.action(async (name: string, options: StopOptions) => {
    const { stopRun } = await import("../commands/running.js");
    finish(await stopRun(name, options, terminal));
  });
}

function addContinuations(run: Command, terminal: Terminal, finish: Finish): void {
  const resume = run
    .command("resume")
    .description("go on with a run that was halted or interrupted, or try a failed one again")
    .argument("[run]", RUN_OR_NEWEST)
    .addHelpText("after", RESUME_EXAMPLES);
  withOptions(resume, stateOptions(), ceilingOptions(), [takeOverOption(), eventsOption()]);
  resume.action(async (name: string | undefined, options: ResumeOptions) => {
    const { resumeRun } = await import("../commands/running.js");
    finish(await resumeRun(name, options, terminal));
  });
  const rerun = run
    .command("rerun")
    .description("a new run that takes over what a finished one has, from some tasks on")
    .argument("<run>", RUN)
    .addOption(fromOption())
    .addHelpText("after", RERUN_EXAMPLES);
  withOptions(rerun, stateOptions(), agentOptions(), paramOptions(), launchOptions());
  withOptions(rerun, [takeOverOption(), eventsOption()]);
  rerun.action(async (name: string, options: RerunOptions) => {
    const { rerunRun } = await import("../commands/running.js");
    finish(await rerunRun(name, options, terminal));
  });
}
