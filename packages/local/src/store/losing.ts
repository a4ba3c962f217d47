/** Tells a store that cannot be written any more from everything else that can go wrong. */
import { StoreLost } from "@crucible/core";
import { errorCode, reasonOf } from "../files/error-code.js";

/** What a disk or its file system says when it is full, read-only, broken or gone. */
const LOST: readonly string[] = [
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EROFS",
  "EIO",
  "EACCES",
  "EPERM",
  "ENXIO",
  "ENOENT",
  "ENOTDIR",
];

/** Does the work; such an error becomes {@link StoreLost}, with `what` in front of it. */
export async function losing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!LOST.includes(errorCode(error)) || !(error instanceof Error)) throw error;
    throw new StoreLost(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}
