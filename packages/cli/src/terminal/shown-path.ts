/** Paths as they are printed: from the current folder when the file lies below it, else absolute. */
import { relative, sep } from "node:path";

/** `path` is absolute. Forward slashes, so that a listing is the same everywhere. */
export function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path);
  if (below === "") return ".";
  return (below.startsWith("..") ? path : below).split(sep).join("/");
}
