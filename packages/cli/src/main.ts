#!/usr/bin/env node
/** The `crucible` command. Ends by itself once nothing is left to do, so that pipes are written to the end. */
import { compiledProgram } from "./start/compiled-program.js";

const { runCommandLine, processTerminal } =
  compiledProgram(import.meta.url) ?? (await import("./start/entry.js"));
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
