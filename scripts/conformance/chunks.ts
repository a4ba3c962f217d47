/**
 * Reads the files of the two public suites: programs between lines of `---`, with the errors they must end in.
 *
 * In the language's own suite an expectation is plain text or a pattern, for one implementation or for all, and is bound
 * to the program. In starlark-go's it is a quoted pattern and bound to its line.
 */
import {
  type ChunkLines,
  placedSource,
  splitChunks,
} from "../../packages/starlark/test/split-chunks.js";

export interface Expectation {
  readonly line: number;
  readonly pattern: string;
}

export interface Chunk {
  /** Line of the file on which the program begins. */
  readonly line: number;
  /** The program behind as many empty lines as stand before it in the file. */
  readonly source: string;
  readonly expectations: readonly Expectation[];
}

type ReadLine = (line: string) => { readonly code: string; readonly pattern?: string | undefined };

/** The programs of a file of the language's own suite, with what starlark-go is expected to say. */
export function officialChunks(text: string): Chunk[] {
  return chunksOf(text, (line) => {
    const match = /^(.*?) *### *(?:(go|java|rust):)? *(.*)$/.exec(line);
    if (match === null) return { code: line };
    const [, code = "", implementation = "go", pattern = ""] = match;
    return { code, pattern: implementation === "go" ? pattern : undefined };
  });
}

/** The programs of a file of starlark-go. */
export function goChunks(text: string): Chunk[] {
  return chunksOf(text, (line) => {
    const at = line.indexOf("###");
    if (at < 0) return { code: line };
    return { code: line.slice(0, at), pattern: unquoted(line.slice(at + 3).trim()) };
  });
}

/** The meaning of a quoted string: raw in back quotes, with escapes in double quotes; none for any other comment. */
function unquoted(quoted: string): string | undefined {
  if (!/^["`]/.test(quoted)) return undefined;
  if (quoted.startsWith("`") && quoted.endsWith("`")) return quoted.slice(1, -1);
  return String(JSON.parse(quoted));
}

function chunksOf(text: string, readLine: ReadLine): Chunk[] {
  return splitChunks(text).map((chunk) => chunkOf(chunk, readLine));
}

function chunkOf({ lines, start }: ChunkLines, readLine: ReadLine): Chunk {
  const expectations: Expectation[] = [];
  const code = lines.map((line, index) => {
    const read = readLine(line.trimEnd());
    if (read.pattern !== undefined) {
      expectations.push({ line: start + index + 1, pattern: read.pattern });
    }
    return read.code;
  });
  return { line: start + 1, source: placedSource(code, start), expectations };
}
