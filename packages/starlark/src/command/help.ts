/** What the command says about itself. */
import { readFileSync } from "node:fs";
import { DEFAULT_LIMITS } from "../budget/limits.js";

export function helpText(): string {
  const bounds = Object.entries(DEFAULT_LIMITS).map(
    ([name, value]) => `  ${name.padEnd(18)} ${value}`,
  );
  return `Runs programs in Starlark.

  starlark FILE            runs a file; print goes to standard output
  starlark --check FILE    reads a file without running it
  starlark -c CODE         runs a program given as an argument
  starlark -               runs a program from standard input
  starlark                 asks for one statement after another on a terminal

  --bound NAME=VALUE       sets one of the bounds below; may be repeated
  --help, --version

A file may load others by paths relative to its own folder: load("lib/names.star", "name").
Errors are printed as file:line:col: message, with the line and the calls that led to it.
Exit codes: 0 done, 1 the program failed, 2 the command was called wrongly.

Bounds and their values when nothing else is said:
${bounds.join("\n")}
`;
}

/** The package's version; the manifest lies two folders above this file and above its bundle alike. */
export function versionText(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return `starlark ${version}\n`;
}
