/**
 * An engine that resumes a run whenever it is told to, as a program of its own for tests of who owns a run. Its arguments
 * are the pack's folder and the run; a line `resume` on its input tries, a line `halt` halts what it owns.
 */
import { createInterface } from "node:readline";
import { readManifest } from "@crucible/compiler";
import type { Run } from "@crucible/executor";
import { localHost } from "../../src/run/local-host.js";
import { MANIFEST } from "./packs.js";

const [, , packFolder = "", run = ""] = process.argv;
const reading = readManifest(MANIFEST);
if (!reading.ok) throw new Error("the test's manifest cannot be read");
const { engine } = localHost({ packFolder, manifest: reading.manifest });
let owned: Run | undefined;

async function obey(order: string): Promise<string> {
  if (order === "halt") {
    await owned?.halt();
    await owned?.result();
    owned = undefined;
    return "halted";
  }
  try {
    owned = await engine.resume(run);
    return "owns it";
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

console.log("ready");
for await (const order of createInterface({ input: process.stdin })) console.log(await obey(order));
