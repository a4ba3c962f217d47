/** The programs of a `.star` file, which stand between lines of `---`. */
export interface ChunkLines {
  /** How many lines of the file stand before the program. */
  readonly start: number;
  readonly lines: readonly string[];
}

export function splitChunks(text: string): ChunkLines[] {
  const chunks: ChunkLines[] = [];
  let start = 0;
  let lines: string[] = [];
  for (const [index, line] of [...text.split("\n"), "---"].entries()) {
    if (line.trimEnd() !== "---") {
      lines.push(line);
      continue;
    }
    chunks.push({ start, lines });
    start = index + 1;
    lines = [];
  }
  return chunks;
}

/** Behind as many empty lines as stand before it in its file, so that a program's errors carry the lines of the file. */
export function placedSource(code: readonly string[], start: number): string {
  return "\n".repeat(start) + code.join("\n");
}
