/**
 * The captured sets of an execution as a tree for people and tools: `files/<row>/<path>`, each file a link to its blob.
 * A set appears at once, by a rename. The log is what counts: a file system without links, or a name that is too long for
 * it, is no reason to stop.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readlink, rename, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { LogLine } from "@crucible/core";
import { componentsOf } from "../files/beneath.js";
import { removeTree } from "../files/remove-tree.js";
import { blobPath } from "./blobs.js";

const NAME_BYTES_MAX = 200;

type Row = LogLine & { readonly kind: "task_result" };
type Files = NonNullable<Row["files"]>;

/** Publishes the sets of the rows among these lines. */
export async function publishSets(
  blobs: string,
  folder: string,
  lines: readonly LogLine[],
): Promise<void> {
  for (const line of lines) {
    if (isOfSet(line)) await publish(blobs, folder, setName(line.task), line.files ?? []);
  }
}

/**
 * Publishes what an owner that was killed did not come to. Every row of a log is looked at and hardly one is written: a
 * set that stands as its last row names it is left alone.
 */
export async function publishMissingSets(
  blobs: string,
  folder: string,
  lines: readonly LogLine[],
): Promise<void> {
  await removeTree(join(folder, BUILDING));
  const last = new Map(lines.filter(isOfSet).map((row) => [setName(row.task), row.files ?? []]));
  for (const [name, files] of last) {
    const isWhole = await isPublished(blobs, join(folder, PUBLISHED, name), files);
    if (!isWhole) await publish(blobs, folder, name, files);
  }
}

const PUBLISHED = "files";
const BUILDING = "files.tmp";

function isOfSet(line: LogLine): line is Row {
  return line.kind === "task_result" && line.files !== undefined && line.files.length > 0;
}

async function publish(blobs: string, folder: string, name: string, files: Files): Promise<void> {
  const published = join(folder, PUBLISHED, name);
  const building = join(folder, BUILDING, name);
  try {
    await removeTree(building);
    for (const { path, digest } of files) {
      if (componentsOf(path) === undefined) continue;
      const link = join(building, path);
      await mkdir(dirname(link), { recursive: true });
      await symlink(targetOf(blobs, link, digest), link);
    }
    await mkdir(dirname(published), { recursive: true });
    await removeTree(published);
    await rename(building, published);
    await removeTree(dirname(building));
  } catch {
    await removeTree(building).catch(() => undefined);
  }
}

/** Sets appear whole, so that the links are enough to tell: those of the row, and no others. */
async function isPublished(blobs: string, published: string, files: Files): Promise<boolean> {
  const held = await readdir(published, { recursive: true, withFileTypes: true }).catch(() => []);
  const wanted = files.filter(({ path }) => componentsOf(path) !== undefined);
  if (held.filter((entry) => !entry.isDirectory()).length !== wanted.length) return false;
  for (const { path, digest } of wanted) {
    const link = join(published, path);
    const target = await readlink(link).catch(() => undefined);
    if (target !== targetOf(blobs, link, digest)) return false;
  }
  return true;
}

/** The two places of a set are equally deep, so that a link holds in either. */
function targetOf(blobs: string, link: string, digest: string): string {
  return relative(dirname(link), blobPath(blobs, digest));
}

/** A row's name as one folder, escaped as the folders of staged sets are (FILE-023, FILE-024). */
function setName(row: string): string {
  const escaped = row
    .replaceAll("%", "%25")
    .replaceAll("/", "%2F")
    .replaceAll("\\", "%5C")
    .replaceAll("\0", "%00")
    .replace("[.", "[%2E");
  if (Buffer.byteLength(escaped) <= NAME_BYTES_MAX) return escaped;
  const digest = createHash("sha256").update(row).digest("hex").slice(0, 16);
  return `${row.slice(0, row.indexOf("["))}[sha256-${digest}]`;
}
