/** SHA-256 where Node's own implementation is at hand; the one file of core that imports a Node module. */
import { hash } from "node:crypto";

/** 64 lower-case hexadecimal digits over the bytes, or over the UTF-8 bytes of a well-formed text. */
export function sha256Hex(content: Uint8Array | string): string {
  return hash("sha256", content, "hex");
}
