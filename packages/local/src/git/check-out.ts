/** Writes files and links of a tree into a work tree. */
import { writeFile } from "node:fs/promises";
import type { RawPath } from "../files/raw-path.js";
import { removeTree } from "../files/remove-tree.js";
import { type GitCall, git } from "./git.js";
import { indexOf, type TreeEntry } from "./index-file.js";

/** A call whose index is made for it. */
export type CallWithIndex = GitCall & { readonly index: string };

/** Writes these entries over whatever file stands in their places. The call's index goes with it. */
export async function checkOut(
  call: CallWithIndex,
  entries: ReadonlyMap<RawPath, TreeEntry>,
): Promise<void> {
  if (entries.size === 0) return;
  // Whatever a task may have put there; a link is not followed.
  await removeTree(call.index);
  await writeFile(call.index, indexOf(entries), { flag: "wx" });
  try {
    await git(call, ["checkout-index", "--all", "--force"]);
  } finally {
    await removeTree(call.index);
  }
}
