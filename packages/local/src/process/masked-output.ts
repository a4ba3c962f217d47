/**
 * Takes secret values out of the output that is kept of a process. While a process runs, its output lies in a file of
 * another name, since whoever follows it must see what was said; at its end a masked copy takes that file's place.
 */
import { closeSync, createReadStream, openSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openRegularFile } from "../files/beneath.js";
import { removeTree } from "../files/remove-tree.js";

/** Values shorter than this are left alone: they would mask words of ordinary text. */
const SECRET_CHARACTERS_MIN = 8;
const MASK = new TextEncoder().encode("***");

/** Names of a process's output in its private folder: while it may hold secrets, and as it is kept. */
export const RAW_OUTPUT = "stdout.raw";
export const KEPT_OUTPUT = "stdout";

/** What to look for, the longest first, so that a value that holds another is masked whole. */
export type Secrets = readonly Buffer[];

/** The values as bytes, as they are and as they stand inside JSON text. */
export function secretsOf(values: Iterable<string>): Secrets {
  const long = [...values].filter((value) => [...value].length >= SECRET_CHARACTERS_MIN);
  const forms = new Set(long.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]));
  return [...forms].map((form) => Buffer.from(form)).sort((a, b) => b.length - a.length);
}

/** The same bytes with each secret replaced, also where pieces meet. */
export async function* masked(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  secrets: Secrets,
): AsyncGenerator<Uint8Array> {
  const lengthMax = secrets[0]?.length ?? 1;
  let held = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([held, piece]);
    // A secret that begins later than this may go on in the next piece.
    const { out, rest } = maskedUntil(bytes, Math.max(0, bytes.length - lengthMax + 1), secrets);
    held = Buffer.from(rest);
    yield* out;
  }
  yield* maskedUntil(held, held.length, secrets).out;
}

/** The bytes from a place on with each secret replaced, also one that begins before it and ends behind it. */
export function maskedBytes(bytes: Uint8Array, from: number, secrets: Secrets): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Uint8Array[] = [];
  for (const piece of maskedUntil(whole, whole.length, secrets).out) {
    // A mask lies in other memory than the bytes do, and is as good before the place as behind it.
    if (piece === MASK) pieces.push(piece);
    else pieces.push(piece.subarray(Math.max(0, from - (piece.byteOffset - whole.byteOffset))));
  }
  return Buffer.concat(pieces);
}

/** Masks the secrets that begin before `limit`; `rest` is what follows it or the last of them. */
function maskedUntil(
  bytes: Buffer,
  limit: number,
  secrets: Secrets,
): { readonly out: readonly Uint8Array[]; readonly rest: Buffer } {
  const out: Uint8Array[] = [];
  const places = secrets.map((secret) => ({ length: secret.length, at: bytes.indexOf(secret) }));
  let from = 0;
  while (from < limit) {
    places.forEach((place, index) => {
      if (place.at >= 0 && place.at < from) place.at = bytes.indexOf(secrets[index] ?? "", from);
    });
    // Sorted by length, so that of those that begin together the longest comes first.
    const next = places
      .filter(({ at }) => at >= 0 && at < limit)
      .reduce<{ length: number; at: number } | undefined>(
        (best, one) => (best === undefined || one.at < best.at ? one : best),
        undefined,
      );
    if (next === undefined) break;
    out.push(bytes.subarray(from, next.at), MASK);
    from = next.at + next.length;
  }
  const end = Math.max(from, limit);
  if (from < limit) out.push(bytes.subarray(from, limit));
  return { out: out.filter((one) => one.length > 0), rest: bytes.subarray(end) };
}

/**
 * Puts the masked form of the open output in its place; the raw file loses its name. The process may have put anything
 * else into its folder, so nothing there is opened by its name.
 */
export async function keepMasked(folder: string, output: number, secrets: Secrets): Promise<void> {
  const path = join(folder, KEPT_OUTPUT);
  await removeTree(path);
  const kept = openSync(path, "wx", 0o600);
  try {
    for await (const piece of masked(piecesOf(output), secrets)) {
      writeFileSync(kept, piece);
    }
  } finally {
    closeSync(kept);
  }
  await removeTree(join(folder, RAW_OUTPUT));
}

function piecesOf(output: number): AsyncIterable<Uint8Array> {
  return createReadStream("", { fd: output, autoClose: false, start: 0 });
}

/** Masks what an engine that was killed left raw in these folders. */
export async function maskLeftovers(folder: string, secrets: Secrets): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const opened = await openRegularFile(folder, join(name, RAW_OUTPUT));
    if (opened.kind !== "file") continue;
    try {
      await keepMasked(join(folder, name), opened.file.fd, secrets);
    } finally {
      await opened.file.close();
    }
  }
}
