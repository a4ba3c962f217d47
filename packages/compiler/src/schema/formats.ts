/** Formats: annotations that nothing checks, so a misspelt one is worth a warning and never an error. */
import { didYouMean, isJsonObject, type JsonValue, ownField } from "@crucible/core";

const KNOWN_FORMATS = [
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "idn-email",
  "idn-hostname",
  "ipv4",
  "ipv6",
  "iri",
  "iri-reference",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
];

/** One sentence an unknown format, each once. */
export function unknownFormats(schema: JsonValue): readonly string[] {
  const unknown = new Set<string>();
  const pending: JsonValue[] = [schema];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const format = isJsonObject(value) ? ownField(value, "format") : undefined;
    if (typeof format === "string" && !KNOWN_FORMATS.includes(format)) unknown.add(format);
    for (const child of Object.values(value)) pending.push(child as JsonValue);
  }
  return [...unknown].map(
    (format) =>
      `format ${JSON.stringify(format.slice(0, 100))} is unknown and checks nothing${didYouMean(format, KNOWN_FORMATS)}`,
  );
}
