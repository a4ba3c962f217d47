/** A captured file as JSON, within bounds; or what keeps it from being read as such. */
import type { Blobs, CapturedFile, JsonValue } from "@crucible/core";
import { bytesOf } from "../ports/bytes.js";
import { readJson } from "../result/bounded-json.js";

export type JsonFileReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly problem: string };

export async function readJsonFile(
  file: CapturedFile,
  blobs: Blobs,
  bytesMax: number,
): Promise<JsonFileReading> {
  if (file.size > bytesMax) return unreadable(`is larger than ${bytesMax} bytes of JSON`);
  const content = await blobs.get(file.digest);
  if (content === undefined) return unreadable("is not in the store");
  const reading = readJson(new TextDecoder().decode(await bytesOf(content)));
  switch (reading.kind) {
    case "value":
      return reading;
    case "not_json":
      return unreadable(`is not JSON: ${reading.error}`);
    case "refused":
      return unreadable(reading.problem);
  }
}

function unreadable(problem: string): JsonFileReading {
  return { kind: "unreadable", problem };
}
