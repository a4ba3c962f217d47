/** The command as a program: what runs a command line, and where it runs. */
export { runCommandLine } from "../program.js";
export { processTerminal } from "../terminal/terminal.js";
