/** `prompt_file` and `schema_file`: files of the pack as values. */
import { canonicalJson } from "@crucible/core";
import type { HostCall } from "@crucible/starlark";
import { schemaProblem } from "../check/schema/schema-text.js";
import { quotePath } from "../diagnostics/quote.js";
import { nodeAt, plainValue } from "../document/node.js";
import { readJson } from "../document/read-json.js";
import type { Compilation } from "../evaluate/compilation.js";
import { unknownFormats } from "../schema/formats.js";
import { schemaFault } from "../schema/schema-fault.js";
import { Arguments } from "./arguments.js";
import type { Constructor } from "./constructor.js";
import { SchemaValue } from "./task-value.js";

const PATH_PARAMETER = { name: "path", kind: "positional" } as const;

export const promptFile: Constructor = {
  parameters: [PATH_PARAMETER],
  call: (call, compilation) => {
    const path = new Arguments(call).text("path");
    return readFile(call, compilation, { subject: subjectOf(call, path), argument: "path", path });
  },
};

function subjectOf(call: HostCall, path: string): string {
  return `${call.name}(${quotePath(path)})`;
}

interface FileRequest {
  /** How messages begin, such as `prompt_file("a.md")`. */
  readonly subject: string;
  /** The argument that names the file. */
  readonly argument: string;
  readonly path: string;
  readonly bound?: "fileBytes" | "schemaBytes";
}

/** The text of a pack file that a call names. */
export function readFile(
  call: HostCall,
  compilation: Compilation,
  { subject, argument, path, bound = "fileBytes" }: FileRequest,
): string {
  const reading = compilation.files.read(subject, path, bound);
  if (reading.ok) {
    call.budget.spendHeap(reading.text.length);
    return reading.text;
  }
  const { message, suggestion } = reading;
  return call.fail(message, {
    argument,
    code: "pack-file",
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

export const schemaFile: Constructor = {
  parameters: [PATH_PARAMETER],
  call: (call, compilation) => {
    const path = new Arguments(call).text("path");
    const subject = subjectOf(call, path);
    const request = { subject, argument: "path", path, bound: "schemaBytes" } as const;
    const text = readFile(call, compilation, request);
    return new SchemaValue(readSchema(call, compilation, request, text));
  },
};

/** The schema as canonical text: neither white space nor the order of keys changes a plan. */
function readSchema(
  call: HostCall,
  compilation: Compilation,
  { subject, path }: FileRequest,
  text: string,
): string {
  const reading = readJson(text, path);
  if (!reading.ok) {
    const [first] = reading.diagnostics;
    const notes = first?.range ? [{ message: first.message, range: first.range }] : [];
    const why = first?.message ?? "";
    return call.fail(`${subject}: the schema is not JSON: ${why}`, { code: "schema", notes });
  }
  const { document } = reading;
  const schema = plainValue(document.root);
  const problem = schemaProblem(schema);
  if (problem !== undefined) call.fail(`${subject}: ${problem}`, { code: "schema" });
  const fault = schemaFault(schema);
  if (fault) {
    const where = fault.path.map((step) => `/${step}`).join("") || "/";
    const notes = [{ message: "here", range: document.range(nodeAt(document.root, fault.path)) }];
    const message = `${subject}: the schema is not a valid 2020-12 JSON Schema: ${where} ${fault.problem}`;
    return call.fail(message, { code: "schema", notes });
  }
  for (const warning of unknownFormats(schema)) {
    compilation.warn("unknown-format", `${subject}: ${warning}`, call.range);
  }
  return canonicalJson(schema);
}
