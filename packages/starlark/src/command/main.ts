#!/usr/bin/env node
/** The `starlark` command. */
import process, { argv } from "node:process";
import { runCommand } from "./run-command.js";

process.exitCode = await runCommand(argv.slice(2));
