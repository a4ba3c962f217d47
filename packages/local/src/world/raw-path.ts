/**
 * Paths inside a workspace are bytes: nothing says that an agent's file names are UTF-8. They are kept as strings of one
 * character a byte, which sort and compare as the bytes do, and become bytes again at the file system.
 */
export type RawPath = string;

/** From a path in ordinary text. */
export function rawPath(path: string): RawPath {
  return Buffer.from(path, "utf8").toString("latin1");
}

/** The path inside a folder, for the file system. */
export function located(root: string, path: RawPath): Buffer {
  return path === ""
    ? Buffer.from(root, "utf8")
    : Buffer.concat([Buffer.from(`${root}/`, "utf8"), Buffer.from(path, "latin1")]);
}

/** Whether `path` lies below `folder`. */
export function isBelow(path: RawPath, folder: RawPath): boolean {
  return path.startsWith(`${folder}/`);
}
