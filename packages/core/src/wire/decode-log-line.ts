/**
 * Reads one line of a run's log, leniently: a kind that this engine does not know decodes to nothing but its envelope,
 * unknown fields are kept (WIRE-033). A known kind with a broken field is damage, never half an entry.
 */
import { canonicalProblem } from "../json/canonical.js";
import { isJsonObject } from "../json/json.js";
import type { Entry, Envelope, LogLine } from "../log/entry.js";
import { entrySchemas, envelope } from "./entry-schemas.js";
import { type Refused, refused, refusedBy } from "./problems.js";
import { readJson } from "./read-json.js";

export type LogLineReading =
  | { readonly ok: true; readonly kind: "known"; readonly line: LogLine }
  /** A line of a newer engine; its envelope still counts, since it may belong to a batch. */
  | { readonly ok: true; readonly kind: "unknown"; readonly envelope: Envelope }
  | Refused;

const schemas = new Map(Object.entries(entrySchemas));

/** The line without its newline. Never throws. */
export function decodeLogLine(text: string): LogLineReading {
  const json = readJson(text);
  if (!json.ok) return json;
  if (!isJsonObject(json.value)) return refused({ path: "", message: "is not an object" });
  // What no engine writes and none could write again, such as 1e999, which is JSON.
  const unprintable = canonicalProblem(json.value);
  if (unprintable) return refused({ path: unprintable.path, message: unprintable.problem });
  const around = envelope.safeParse(json.value);
  if (!around.success) return refusedBy(around.error);
  const line = json.value as unknown as Envelope & { readonly kind?: unknown };
  if (!Object.hasOwn(line, "kind") || typeof line.kind !== "string") {
    return refused({ path: "/kind", message: "must be a text" });
  }
  const schema = schemas.get(line.kind);
  if (!schema) return { ok: true, kind: "unknown", envelope: line };
  const reading = schema.safeParse(line);
  if (!reading.success) return refusedBy(reading.error);
  return { ok: true, kind: "known", line: line as Envelope & Entry };
}
