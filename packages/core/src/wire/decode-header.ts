/** Reads the header of an execution: all that a resume goes by besides the log. */
import { z } from "zod";
import type { Launch } from "../launch/launch.js";
import type { ExecutionHeader } from "../log/header.js";
import { count, digest, jsonObject, text, texts } from "./pieces.js";
import { type Refused, refusedBy } from "./problems.js";
import { readJson } from "./read-json.js";

export type HeaderReading = { readonly ok: true; readonly header: ExecutionHeader } | Refused;

const launch: z.ZodType<Launch> = z.looseObject({
  ceilings: z.looseObject({ costNano: count, wallMs: count }),
  width: z.int().positive(),
  capabilities: texts,
  captureBytesMax: count,
  turnPriceNano: z.exactOptional(count),
});

const header: z.ZodType<ExecutionHeader> = z.looseObject({
  v: z.literal(1),
  run: text,
  execution: text,
  started_at: text,
  plan_digest: digest,
  plan: jsonObject,
  launch,
  bundle: z.exactOptional(
    z.looseObject({ id: text, version: text, name: text, description: text }),
  ),
  pack_digest: text,
  pack: z.array(z.looseObject({ path: text, digest, executable: z.boolean() })),
  engine: text,
  settings: jsonObject,
  workspace: jsonObject,
  parent: z.exactOptional(z.looseObject({ run: text, execution: text })),
});

/**
 * The header, used as it was parsed, with the fields that this engine does not know. Its `plan` is read by
 * {@link decodePlan}. Never throws.
 */
export function decodeHeader(json: string): HeaderReading {
  const reading = readJson(json);
  if (!reading.ok) return reading;
  const judged = header.safeParse(reading.value);
  return judged.success
    ? { ok: true, header: reading.value as unknown as ExecutionHeader }
    : refusedBy(judged.error);
}
