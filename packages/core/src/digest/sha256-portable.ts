/** SHA-256 for browsers and every other place without Node's implementation; the same digits for the same bytes. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** 64 lower-case hexadecimal digits over the bytes, or over the UTF-8 bytes of a well-formed text. */
export function sha256Hex(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return bytesToHex(sha256(bytes));
}
