/**
 * Test cases written in the language itself.
 *
 * A `.star` file holds chunks between lines of `---`, each a program of its own. A trailing `### "regular expression"`
 * says that the program must fail on that line with a matching message; a program without one must run to its end. The
 * runner is strict: a missing error, a second error and an error on another line all fail the case.
 */
import { readdirSync, readFileSync } from "node:fs";
import { type ChunkLines, placedSource, splitChunks } from "./split-chunks.js";

interface Expectation {
  readonly line: number;
  readonly pattern: RegExp;
}

export interface Chunk {
  /** Line of the file on which the chunk begins. */
  readonly line: number;
  /** The program, preceded by empty lines so that its errors carry the lines of the file. */
  readonly source: string;
  readonly expectations: readonly Expectation[];
  /** The first comment of the chunk, or its first line. */
  readonly title: string;
}

export interface ChunkedFile {
  readonly name: string;
  readonly chunks: readonly Chunk[];
}

/** Every chunked file in a folder beside this one. */
export function chunkedFiles(folder: string): readonly ChunkedFile[] {
  const directory = new URL(`./${folder}/`, import.meta.url);
  const names = readdirSync(directory).filter((name) => name.endsWith(".star"));
  return names.sort().map((name) => ({
    name,
    chunks: readChunks(readFileSync(new URL(name, directory), "utf8")),
  }));
}

function readChunks(text: string): Chunk[] {
  const written = splitChunks(text).filter(({ lines }) => lines.some((line) => line.trim() !== ""));
  return written.map(makeChunk);
}

const EXPECTATION = /^(.*?)\s*### "(.*)"$/;

function makeChunk({ lines, start }: ChunkLines): Chunk {
  const expectations: Expectation[] = [];
  const code = lines.map((line, index) => {
    const match = EXPECTATION.exec(line);
    if (match === null) return line;
    expectations.push({ line: start + index + 1, pattern: new RegExp(match[2] ?? "") });
    return match[1] ?? "";
  });
  const first = lines.find((line) => line.trim() !== "") ?? "";
  return {
    line: start + 1,
    source: placedSource(code, start),
    expectations,
    title: first.replace(/^#+ */, "").slice(0, 80),
  };
}
