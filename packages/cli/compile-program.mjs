/**
 * Keeps the code that Node makes of `dist/program.script`, for `src/start/compiled-program.ts`: the script is run on a
 * workflow of this repository, so that what short commands need has been compiled by then. A build goes on without it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

const file = join(import.meta.dirname, "dist/program.script");
const script = new Script(readFileSync(file, "utf8"), { filename: file });
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module, file);
const program = module.exports;
const terminal = {
  ...program.processTerminal(),
  cwd: join(import.meta.dirname, "../../bench/cold"),
  print: () => {},
  complain: () => {},
};
for (const words of ["check", "plan show", "plan compile-workflow", "--help"]) {
  const code = await program.runCommandLine(words.split(" "), terminal);
  if (code !== 0) throw new Error(`crucible ${words} ended with ${code}`);
}
writeFileSync(`${file}.${process.version}-${process.arch}`, script.createCachedData());
