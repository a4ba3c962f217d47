/**
 * A second reader of logs, which forgives nothing but the end: a piece without its newline and a batch without its last
 * line are what a kill may leave. It shares no code with the product.
 */

export interface Entry {
  readonly v: number;
  readonly seq: number;
  readonly ms: number;
  readonly kind: string;
  readonly more?: boolean;
  readonly task?: string;
  readonly attempt?: number;
  readonly cost_usd?: number;
  readonly [field: string]: unknown;
}

export interface LogText {
  readonly entries: readonly Entry[];
  /** The whole batches, as text. */
  readonly whole: string;
}

/** Reads a log. Throws with the line's number and what is wrong with it. */
export function readStrictly(text: string): LogText {
  const entries: Entry[] = [];
  let batch: Entry[] = [];
  let start = 0;
  let whole = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    const before = batch.at(-1) ?? entries.at(-1);
    const entry = readLine(text.slice(start, end), before);
    batch.push(entry);
    start = end + 1;
    if (entry.more === true) continue;
    entries.push(...batch);
    batch = [];
    whole = start;
  }
  return { entries, whole: text.slice(0, whole) };
}

function readLine(line: string, before: Entry | undefined): Entry {
  const number = (before?.seq ?? -1) + 1;
  const where = `line ${number + 1}`;
  let entry: Entry;
  try {
    entry = JSON.parse(line) as Entry;
  } catch {
    throw new Error(`${where} is not JSON: ${line.slice(0, 80)}`);
  }
  if (entry.v !== 1) throw new Error(`${where} has no version`);
  if (entry.seq !== number) throw new Error(`${where} is numbered ${String(entry.seq)}`);
  if (typeof entry.kind !== "string") throw new Error(`${where} has no kind`);
  if (!(entry.ms >= (before?.ms ?? 0))) {
    throw new Error(`${where}: elapsed falls from ${before?.ms} to ${String(entry.ms)}`);
  }
  return entry;
}
