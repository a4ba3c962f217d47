/**
 * The records that Codex keeps of a conversation. Its stream tells tokens only when a turn completed; its records tell them
 * after each request, so that spend is known while a turn runs and after it was ended.
 */
import { isJsonObject, type JsonObject, type Process } from "@crucible/core";
import { objectIn, textIn } from "../stream/fields.js";
import { jsonIn } from "../stream/json.js";

const RECORDS = "sessions";
/** More than one request's output takes; a record that lies further back is met again with the next request. */
const RECORD_BYTES_MAX = 4_194_304;

/** The tokens that the conversation has used by its newest record; `undefined` when there is none. */
export async function recordedUsage(
  process: Process,
  thread: string,
): Promise<JsonObject | undefined> {
  const bytes = await process.readHome?.(RECORDS, `${thread}.jsonl`, RECORD_BYTES_MAX);
  const lines = new TextDecoder().decode(bytes).split("\n");
  for (const line of lines.reverse()) {
    if (!line.includes("token_usage")) continue;
    const usage = usageIn(line);
    if (usage !== undefined) return usage;
  }
  return undefined;
}

function usageIn(line: string): JsonObject | undefined {
  // The first line may be cut, and the last may be half written.
  const record = jsonIn(line);
  if (!isJsonObject(record)) return undefined;
  const payload = objectIn(record, "payload");
  if (textIn(record, "type") === "token_usage_record")
    return objectIn(payload, "thread_token_usage");
  if (textIn(payload, "type") !== "token_count") return undefined;
  return objectIn(objectIn(payload, "info"), "total_token_usage");
}
