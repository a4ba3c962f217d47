/** Names of files for texts that may hold anything. */
import { createHash } from "node:crypto";

const NAME_LENGTH_MAX = 100;

/** One path component for any text, and different ones for different texts. */
export function fileNameOf(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll(".", "%2E");
  if (encoded.length <= NAME_LENGTH_MAX) return encoded;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${encoded.slice(0, NAME_LENGTH_MAX)}-${digest}`;
}
