/** SHA-256 where Node's own implementation is at hand; the one file of core that imports a Node module. */
import { hash } from "node:crypto";

/** 64 lower-case hexadecimal digits over the bytes. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}
