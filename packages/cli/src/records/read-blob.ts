/** Text that is kept in the store under its digest. */
import type { Store } from "@crucible/core";

/** `undefined` when it is not there any more. */
export async function readBlob(store: Store, digest: string): Promise<string | undefined> {
  const content = await store.blobs.get(digest);
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
