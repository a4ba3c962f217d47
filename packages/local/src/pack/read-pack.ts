/**
 * Reads a pack's folder into frozen bytes. Everything later (compilation, workspaces, resumes) uses these bytes, so each
 * file is read once, from an opened descriptor that was checked: a regular file, one name, no link on the way.
 */
import type { BigIntStats, Dirent } from "node:fs";
import { type FileHandle, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  digestOfBytes,
  PACK_EXCLUDED_SEGMENTS,
  type Pack,
  type PackFile,
  packOf,
} from "@crucible/core";
import { type Opened, openRegularFile } from "../files/beneath.js";
import { errorCode } from "../files/error-code.js";

/** Bounds of a pack; a folder beyond them is refused before its bytes are held. */
export interface PackBounds {
  readonly filesMax: number;
  readonly bytesMax: number;
  readonly depthMax: number;
}

/** 10,000 files, 64 MiB, folders 64 deep. */
export const PACK_BOUNDS_DEFAULT: PackBounds = Object.freeze({
  filesMax: 10_000,
  bytesMax: 67_108_864,
  depthMax: 64,
});

/** A message holds so many; whoever keeps something else in the folder sees by the first ones what it is. */
const PROBLEMS_SHOWN_MAX = 3;

/** The folder is no pack; `problems` has a line an offending path, the first 20 of them. */
export class PackRefused extends Error {
  override readonly name = "PackRefused";
  readonly problems: readonly string[];
  constructor(directory: string, problems: readonly string[]) {
    const shown = problems.slice(0, PROBLEMS_SHOWN_MAX).join("; ");
    const rest = problems.length - PROBLEMS_SHOWN_MAX;
    super(`${directory} cannot be read as a pack: ${shown}${rest > 0 ? "; and more" : ""}`);
    this.problems = problems;
  }
}

/** Reads the pack in a folder (PACK-001, PACK-003, PACK-004). Rejects with {@link PackRefused}. */
export async function readPack(directory: string, bounds: Partial<PackBounds> = {}): Promise<Pack> {
  const reading = new Reading(directory, { ...PACK_BOUNDS_DEFAULT, ...bounds });
  await reading.folder("", 0);
  if (reading.problems.length > 0) throw new PackRefused(directory, reading.problems);
  return packOf(reading.files);
}

/** Problems beyond this many are not listed one by one. */
const PROBLEMS_MAX = 20;

class Reading {
  readonly files: PackFile[] = [];
  readonly problems: string[] = [];
  readonly #root: string;
  readonly #bounds: PackBounds;
  #bytes = 0;
  #over = false;

  constructor(root: string, bounds: PackBounds) {
    this.#root = root;
    this.#bounds = bounds;
  }

  async folder(path: string, depth: number): Promise<void> {
    if (depth > this.#bounds.depthMax) {
      this.#problem(`${path} is more than ${this.#bounds.depthMax} folders deep`);
      return;
    }
    for (const entry of await this.#entries(path)) {
      if (this.#over) return;
      const name = this.#nameOf(entry.name, path);
      if (name === undefined || PACK_EXCLUDED_SEGMENTS.includes(name)) continue;
      const child = path === "" ? name : `${path}/${name}`;
      if (entry.isDirectory()) await this.folder(child, depth + 1);
      else if (entry.isFile()) await this.#file(child);
      else this.#problem(`${child} is ${kindOf(entry)}, and a pack holds regular files only`);
    }
  }

  async #entries(path: string): Promise<readonly Dirent<Buffer>[]> {
    try {
      return await readdir(join(this.#root, path), { withFileTypes: true, encoding: "buffer" });
    } catch (error) {
      this.#problem(`${path === "" ? "it" : path} cannot be listed (${errorCode(error)})`);
      return [];
    }
  }

  #nameOf(bytes: Buffer, path: string): string | undefined {
    const name = bytes.toString("utf8");
    const place = path === "" ? "its root" : path;
    if (!Buffer.from(name, "utf8").equals(bytes)) {
      this.#problem(`${place} has a file whose name is not UTF-8`);
      return undefined;
    }
    if (/[\n\r]/.test(name)) {
      this.#problem(`${place} has a file whose name holds a line break`);
      return undefined;
    }
    return name;
  }

  async #file(path: string): Promise<void> {
    if (this.files.length >= this.#bounds.filesMax) {
      this.#stop(`it has more than ${this.#bounds.filesMax} files`);
      return;
    }
    const opened = await openRegularFile(this.#root, path);
    if (opened.kind === "absent") this.#problem(`${path} went away while it was read`);
    else if (opened.kind === "refused") this.#problem(`${path} ${problemOf(opened)}`);
    else {
      try {
        await this.#read(path, opened.file, opened.status);
      } catch (error) {
        this.#problem(`${path} cannot be read (${errorCode(error)})`);
      } finally {
        await opened.file.close();
      }
    }
  }

  async #read(path: string, file: FileHandle, status: BigIntStats): Promise<void> {
    const room = this.#bounds.bytesMax - this.#bytes;
    const bytes = status.size > BigInt(room) ? undefined : await file.readFile();
    if (bytes === undefined || bytes.length > room) {
      this.#stop(`its files exceed ${this.#bounds.bytesMax} bytes`);
      return;
    }
    this.#bytes += bytes.length;
    const executable = (status.mode & 0o111n) !== 0n;
    this.files.push({ path, bytes, executable, digest: digestOfBytes(bytes) });
  }

  #problem(problem: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(problem);
    else this.#over = true;
  }

  /** Ends the reading: a bound was met, and looking further would not change the answer. */
  #stop(problem: string): void {
    this.#problem(problem);
    this.#over = true;
  }
}

function problemOf({ names, problem }: Extract<Opened, { kind: "refused" }>): string {
  return names === undefined ? problem : `has ${names} names, and a file of a pack has one`;
}

function kindOf(entry: Dirent<Buffer>): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isFIFO()) return "a named pipe";
  return entry.isSocket() ? "a socket" : "a device";
}
