/** Lines of the suites that differ by a rule of this language, each with the rule. */

export interface Waiver {
  readonly file: string;
  /** A line, or the first and the last of several. */
  readonly lines: number | readonly [first: number, last: number];
  /** A key of `REASONS`. */
  readonly reason: string;
  /** The lines are emptied, as the program would end there and hide what follows. */
  readonly removed?: boolean;
}

/** Which waivers there are and which of them were needed. */
export class Waivers {
  private readonly waivers: readonly Waiver[];
  private readonly used: Set<Waiver> = new Set();

  constructor(waivers: readonly Waiver[]) {
    this.waivers = waivers;
  }

  covers(file: string, line: number): boolean {
    const waiver = this.waivers.find((one) => one.file === file && holdsLine(one, line));
    if (waiver !== undefined) this.used.add(waiver);
    return waiver !== undefined;
  }

  withoutRemoved(file: string, text: string): string {
    const removed = this.waivers.filter((one) => one.file === file && one.removed === true);
    for (const waiver of removed) this.used.add(waiver);
    const lines = text.split("\n").map((line, index) => {
      const gone = removed.some((waiver) => holdsLine(waiver, index + 1));
      return gone && line !== "---" ? line.replace(/\S.*/, "pass") : line;
    });
    return lines.join("\n");
  }

  removedIn(file: string, first: number, last: number): boolean {
    return this.waivers.some((waiver) => {
      if (waiver.file !== file || waiver.removed !== true) return false;
      const [from, to] = linesOf(waiver);
      return from <= last && to >= first;
    });
  }

  unused(): readonly string[] {
    return this.waivers
      .filter((waiver) => !this.used.has(waiver))
      .map((waiver) => `${waiver.file}:${linesOf(waiver).join("-")}: the waiver covers nothing`);
  }
}

function linesOf({ lines }: Waiver): readonly [first: number, last: number] {
  return typeof lines === "number" ? [lines, lines] : lines;
}

function holdsLine(waiver: Waiver, line: number): boolean {
  const [first, last] = linesOf(waiver);
  return line >= first && line <= last;
}
