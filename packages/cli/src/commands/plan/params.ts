/** `crucible plan params`: the JSON Schema of a source's parameters, also of a source that does not compile (CLI-016). */
import { paramsSchema } from "@crucible/compiler";
import { EXIT, Findings, Refusal, UsageError } from "../../failure/failure.js";
import type { ParamsOptions } from "../../options/options.js";
import { readText } from "../../source/read-text.js";
import type { Terminal } from "../../terminal/terminal.js";

export async function printParams({ file }: ParamsOptions, terminal: Terminal): Promise<number> {
  // Asked for here, not by commander: that one would name the missing option before a mistyped one.
  if (file === undefined) throw new UsageError("plan params needs --file <workflow source>");
  const text = await readText(file, terminal);
  // Any other file declares nothing, and an empty form would be shown for a slip.
  if (!file.endsWith(".star")) {
    throw new Refusal(`${file} is no workflow source: the name of one ends in .star`);
  }
  const reading = paramsSchema(text, { file });
  if (!reading.ok) throw new Findings(reading.diagnostics, terminal.cwd, () => text);
  terminal.print(JSON.stringify(reading.schema, null, 2));
  return EXIT.valid;
}
