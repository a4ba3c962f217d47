/** Whether blobs are still in the store, without reading them. */
import type { Blobs } from "@crucible/core";

export async function areKept(
  kept: readonly { readonly digest: string }[],
  blobs: Blobs,
): Promise<boolean> {
  for (const { digest } of kept) {
    const content = await blobs.get(digest);
    if (content === undefined) return false;
    // Nothing of it is read: whatever was opened is closed again.
    await content[Symbol.asyncIterator]().return?.();
  }
  return true;
}
