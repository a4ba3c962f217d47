/** A copy of a pack of this repository as a clone has it: nothing that runs leave beside it. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { root } from "./tracked-files.js";

/** `folder` is a path from the root of the repository. */
export function copyAsCloned(folder: string, copy: string): void {
  const source = join(root, folder);
  const leftovers = [join(source, "state"), join(source, "workspace")];
  cpSync(source, copy, { recursive: true, filter: (path) => !leftovers.includes(path) });
}
