/** Whether blobs are still in the store, reading no more than their first pieces. */
import type { Blobs } from "@crucible/core";

export async function areKept(
  kept: readonly { readonly digest: string }[],
  blobs: Blobs,
): Promise<boolean> {
  for (const { digest } of kept) {
    const content = await blobs.get(digest);
    if (content === undefined) return false;
    // A stream that was begun is closed when it is left; one that was never begun might stay open.
    for await (const _piece of content) break;
  }
  return true;
}
