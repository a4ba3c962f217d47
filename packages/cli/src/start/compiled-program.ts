/**
 * The whole command as one script, together with the code that Node made of it when the package was built. Reading that
 * code takes a fraction of the time that making it anew takes, which is most of what a short command takes at all. It is
 * good for one version of Node on one kind of processor; any other takes the modules, which do the same.
 */
import { isAscii } from "node:buffer";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

type Program = typeof import("./entry.js");

/** `undefined` when there is none for this Node, or Node refuses it. `folder` is the address of the built files. */
export function compiledProgram(folder: string): Program | undefined {
  try {
    const file = fileURLToPath(new URL("program.script", folder));
    const cachedData = readFileSync(`${file}.${process.version}-${process.arch}`);
    const script = new Script(sourceOf(readFileSync(file)), { filename: file, cachedData });
    if (script.cachedDataRejected === true) return undefined;
    const module = { exports: {} as Program };
    const load = script.runInThisContext() as (...words: readonly unknown[]) => void;
    load(module.exports, createRequire(file), module, file);
    return module.exports;
  } catch {
    return undefined;
  }
}

/** Its text; one byte a character is read in a fraction of the time, and nearly always right. */
function sourceOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}
