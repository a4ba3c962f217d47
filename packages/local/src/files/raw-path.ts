/**
 * Paths inside a workspace are bytes: nothing says that an agent's file names are UTF-8. They are kept as strings of one
 * character a byte, which sort and compare as the bytes do, and become bytes again at the file system.
 */
export type RawPath = string;

/** The longest path that the system takes; an attempt that walks down step by step makes folders deeper than that. */
export const PATH_BYTES_MAX: number = process.platform === "linux" ? 4_096 : 1_024;
const NAME_BYTES_MAX = 255;
const SEPARATOR = Buffer.from("/");

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

/** The folders on the way to a path, the outermost first. */
export function* foldersAbove(path: RawPath): Generator<RawPath> {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    yield path.slice(0, end);
  }
}

/** A name in a folder. */
export function inside(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, SEPARATOR, name]);
}

/** Whether everything in a folder can be named by its path. */
export function canBeEntered(folder: Buffer): boolean {
  return folder.length + SEPARATOR.length + NAME_BYTES_MAX < PATH_BYTES_MAX;
}
