/** Copies a tree as it stands, whatever an attempt put into it. */
import { constants } from "node:fs";
import { cp, lstat } from "node:fs/promises";

/** Links are copied as links; sockets and pipes, which say nothing without their process, are left out. */
export async function copyTree(
  from: string,
  to: string,
  { keepsTimes = false }: { readonly keepsTimes?: boolean } = {},
): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: keepsTimes,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => {
      const found = await lstat(path);
      return found.isFile() || found.isDirectory() || found.isSymbolicLink();
    },
  });
}
