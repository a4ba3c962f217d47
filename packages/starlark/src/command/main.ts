#!/usr/bin/env node
/** The `starlark` command. */
import { runCommand } from "./run-command.js";

const { process } = globalThis;
process.exitCode = await runCommand(process.argv.slice(2));
