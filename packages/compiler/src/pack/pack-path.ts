/**
 * The one policy for paths that a pack's texts name: relative, inside the pack, forward slashes.
 *
 * A pack is a closed map of files, so nothing outside it can be reached even by a path this policy would miss; the policy
 * exists so that two spellings of one file are one, and a path that means to leave is told so.
 */

export type PackPathReading =
  | { readonly ok: true; readonly path: string }
  /** `message` begins with a verb: "must be …", "may not …". */
  | { readonly ok: false; readonly message: string };

/** Reads a path as a pack's text writes it; `.` components are dropped (DSL-056, DSL-082). */
export function readPackPath(text: string): PackPathReading {
  const parts = text.split("/").filter((part) => part !== ".");
  if (text.trim() === "" || text.startsWith("/") || parts.at(-1) === "" || parts.length === 0) {
    return { ok: false, message: "must be a non-empty pack-relative path" };
  }
  if (parts.includes("..")) {
    return { ok: false, message: "may not contain `..` or escape the pack" };
  }
  const filled = parts.filter((part) => part !== "");
  return { ok: true, path: filled.join("/") };
}
