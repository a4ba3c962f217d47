/** Staged inputs: a private, read-only copy for each consumer under `inputs/<directory>/`, rebuilt before every attempt. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { StagedSet } from "@crucible/core";
import { componentsOf } from "../files/beneath.js";
import { placeFile } from "../files/place-file.js";
import { removeTree } from "../files/remove-tree.js";
import { INPUTS_FOLDER } from "./scan.js";

/**
 * Makes `inputs/` hold exactly these sets (FILE-019, FILE-022). Only the execute bit of a mode is kept: files are 0444
 * or 0555 whatever the mask (FILE-048). Folders stay writable by their owner, so that a workspace can be taken away.
 */
export async function stageSets(root: string, sets: readonly StagedSet[]): Promise<void> {
  const inputs = join(root, INPUTS_FOLDER);
  await removeTree(inputs);
  for (const set of sets) {
    // An instance's name comes from data: it may be one folder and nothing else.
    if (componentsOf(set.directory)?.length !== 1) {
      throw new Error(`"${set.directory}" cannot be a folder of ${INPUTS_FOLDER}/`);
    }
    const folder = join(inputs, set.directory);
    await mkdir(folder, { recursive: true });
    for (const file of set.files) {
      await placeFile(folder, file.path, file.content(), file.executable ? 0o555 : 0o444);
    }
  }
}
