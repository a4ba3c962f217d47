/** SHA-256 for browsers and every other place without Node's implementation; the same digits for the same bytes. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** 64 lower-case hexadecimal digits over the bytes. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
