/** The kept code of the command is taken where it is good, and passed over without a word where it is not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { compiledProgram } from "../src/start/compiled-program.js";

const SOURCE = `(function (exports, require, module, __filename) {
  exports.runCommandLine = async (words) => require("node:path").basename(__filename) + words;
})`;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The address of a folder with a script and what is kept of it. */
function built(source: string, kept: Uint8Array | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), "crucible-start-"));
  folders.push(folder);
  writeFileSync(join(folder, "program.script"), source);
  const name = `program.script.${process.version}-${process.arch}`;
  if (kept !== undefined) writeFileSync(join(folder, name), kept);
  return pathToFileURL(join(folder, "main.js")).href;
}

describe("compiledProgram", () => {
  const kept = new Script(SOURCE).createCachedData();

  it("runs what was kept", async () => {
    const program = compiledProgram(built(SOURCE, kept));
    expect(await program?.runCommandLine(["!"], undefined as never)).toBe("program.script!");
  });

  it("reads the script as it was written, whatever characters are in it", async () => {
    const source = SOURCE.replace("+ words", '+ "…".length');
    const program = compiledProgram(built(source, new Script(source).createCachedData()));
    expect(await program?.runCommandLine([], undefined as never)).toBe("program.script1");
  });

  it.each([
    ["nothing was kept", SOURCE, undefined],
    ["what was kept is damaged", SOURCE, kept.subarray(0, 40)],
    ["what was kept is nothing of the kind", SOURCE, Buffer.from("x".repeat(4_000))],
    ["the script is another by now", `${SOURCE} `, kept],
    [
      "the script does not begin",
      "throw new Error()",
      new Script("throw new Error()").createCachedData(),
    ],
    ["the script does not parse", "(", kept],
  ])("leaves it to the modules where %s", (_what, source, code) => {
    expect(compiledProgram(built(source, code))).toBeUndefined();
  });
});
