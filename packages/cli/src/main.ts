#!/usr/bin/env node
/** The `crucible` command. Ends by itself once nothing is left to do, so that pipes are written to the end. */
import { runCommandLine } from "./program.js";
import { processTerminal } from "./terminal/terminal.js";

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
