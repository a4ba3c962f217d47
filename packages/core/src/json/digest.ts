/** Digests: `sha256:` and 64 lower-case hexadecimal digits over UTF-8 bytes. */
import { sha256Hex } from "#sha256";
import { canonicalJson } from "./canonical.js";
import type { JsonValue } from "./json.js";

/** `sha256:` over the canonical JSON text of a value. */
export function digestOf(value: JsonValue): string {
  return digestOfText(canonicalJson(value));
}

/** `sha256:` over the UTF-8 bytes of a text. The text must be well formed. */
export function digestOfText(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}

/** `sha256:` over bytes. */
export function digestOfBytes(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`;
}
