/**
 * A value of a server's answer that knows where it stands, so that whatever is wrong with it is said with its path, line
 * and column. The answer comes from outside: names in it are shown shortened and escaped, a key that is written twice is
 * refused, and an answer that nests deep is refused before anything recurses.
 */
import { type DocumentNode, type LocatedDocument, readLocatedJson } from "@crucible/compiler";

/** The answer is not what the protocol or the route allows; the message is for the task's note. */
export class AnswerRefused extends Error {
  override readonly name = "AnswerRefused";
}

const SHOWN_CHARACTERS_MAX = 80;

/** A text from outside as messages show it. */
export function shownText(text: string): string {
  const points = [...text.slice(0, 2 * SHOWN_CHARACTERS_MAX)];
  const isLong = points.length > SHOWN_CHARACTERS_MAX;
  return JSON.stringify(isLong ? `${points.slice(0, SHOWN_CHARACTERS_MAX).join("")}…` : text);
}

/** Reads an answer's text. Throws {@link AnswerRefused} when it is no strict JSON. */
export function answerPlace(text: string): AnswerPlace {
  const reading = readLocatedJson(text, "answer");
  if (reading.ok) return new AnswerPlace(reading.document, reading.document.root, "");
  const [first] = reading.diagnostics;
  const at = first?.range ? ` at ${positionText(first.range.start)}` : "";
  throw new AnswerRefused(`the answer is not JSON${at}: ${first?.message ?? "it cannot be read"}`);
}

function positionText({
  line,
  column,
}: {
  readonly line: number;
  readonly column: number;
}): string {
  return `${line}:${column}`;
}

export class AnswerPlace {
  readonly #document: LocatedDocument;
  readonly #node: DocumentNode;
  readonly #path: string;

  constructor(document: LocatedDocument, node: DocumentNode, path: string) {
    this.#document = document;
    this.#node = node;
    this.#path = path;
  }

  /** `answers.urgent.noul at 3:14 must be a number` */
  refuse(problem: string): never {
    const at = positionText(this.#document.range(this.#node).start);
    throw new AnswerRefused(`${this.#path === "" ? "the answer" : this.#path} at ${at} ${problem}`);
  }

  /** The fields of an object, in the order in which they are written. */
  fields(): ReadonlyMap<string, AnswerPlace> {
    if (this.#node.kind !== "table") return this.refuse("must be an object");
    return new Map(
      [...this.#node.entries].map(([name, { value }]) => [name, this.#below(stepTo(name), value)]),
    );
  }

  /** The same, where nothing else may be written. */
  fieldsAmong(known: readonly string[]): ReadonlyMap<string, AnswerPlace> {
    const fields = this.fields();
    for (const [name, place] of fields) {
      if (!known.includes(name)) place.refuse(`is no field of it; there is ${known.join(", ")}`);
    }
    return fields;
  }

  items(): readonly AnswerPlace[] {
    if (this.#node.kind !== "list") return this.refuse("must be a list");
    return this.#node.items.map((item, index) => this.#below(`[${index}]`, item));
  }

  text(): string {
    return this.#node.kind === "text" ? this.#node.value : this.refuse("must be a string");
  }

  /** A number from 0 to the bound, both included. */
  numberUpTo(most: number): number {
    const { kind } = this.#node;
    const value = kind === "integer" || kind === "float" ? Number(this.#node.value) : Number.NaN;
    if (value >= 0 && value <= most) return value;
    return this.refuse(`must be a number from 0 to ${most}`);
  }

  probability(): number {
    return this.numberUpTo(1);
  }

  #below(step: string, node: DocumentNode): AnswerPlace {
    const path = this.#path === "" && step.startsWith(".") ? step.slice(1) : `${this.#path}${step}`;
    return new AnswerPlace(this.#document, node, path);
  }
}

function stepTo(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,79}$/.test(name) ? `.${name}` : `[${shownText(name)}]`;
}

/** A field that must be there. */
export function required(
  owner: AnswerPlace,
  fields: ReadonlyMap<string, AnswerPlace>,
  name: string,
): AnswerPlace {
  return fields.get(name) ?? owner.refuse(`lacks ${name}`);
}
