/**
 * `template.format(...)`
 *
 * A field is empty, a position or a name, perhaps with `!s` or `!r`. Attributes, indexes and format specifications are
 * refused: they would be a second expression language.
 */
import type { Budget } from "../budget/budget.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { textOf } from "../operations/value-text.js";
import { StarlarkBytes } from "../values/bytes.js";
import type { NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";

export function dotFormat(
  template: string,
  positional: readonly Value[],
  named: NamedValues,
  budget: Budget,
): string {
  budget.spendScan(template.length);
  const filler = new FieldFiller(positional, named, budget);
  let from = 0;
  for (let at = nextBrace(template, 0); at < template.length; at = nextBrace(template, from)) {
    filler.add(template.slice(from, at));
    from =
      template[at + 1] === template[at] ? filler.brace(template, at) : filler.field(template, at);
  }
  filler.add(template.slice(from));
  return filler.text;
}

const OPENING = 0x7b;
const CLOSING = 0x7d;

/** The offset of the next brace at `from` or later; the end of the template when there is none. */
function nextBrace(template: string, from: number): number {
  let at = from;
  for (; at < template.length; at++) {
    const code = template.charCodeAt(at);
    if (code === OPENING || code === CLOSING) break;
  }
  return at;
}

class FieldFiller {
  text = "";
  private readonly positional: readonly Value[];
  private readonly named: NamedValues;
  private byName: ReadonlyMap<string, number> | undefined = undefined;
  private readonly budget: Budget;
  private automatic = 0;
  private explicit = false;

  constructor(positional: readonly Value[], named: NamedValues, budget: Budget) {
    this.positional = positional;
    this.named = named;
    this.budget = budget;
  }

  add(piece: string): void {
    this.budget.admitString(this.text.length + piece.length);
    this.budget.spendHeap(piece.length);
    this.text += piece;
  }

  /** A doubled brace stands for one. */
  brace(template: string, at: number): number {
    this.add(template.charAt(at));
    return at + 2;
  }

  /** Fills the field at an opening brace and gives the offset behind its closing one. */
  field(template: string, at: number): number {
    if (template[at] === "}") throw invalid("single '}' in format; write `}}` for a brace");
    const close = template.indexOf("}", at);
    const inner = template.indexOf("{", at + 1);
    if (inner >= 0 && (inner < close || close < 0)) {
      throw invalid("unmatched '{' in format: nested replacement fields not supported");
    }
    if (close < 0) throw invalid("unmatched '{' in format; write `{{` for a brace");
    const { name, conversion } =
      close === at + 1 ? EMPTY : readField(template.slice(at + 1, close));
    const value = this.value(name);
    const repr =
      conversion === "r" && (typeof value === "string" || value instanceof StarlarkBytes);
    this.add(textOf(value, repr ? "repr" : "format", this.budget));
    return close + 1;
  }

  private value(name: string): Value {
    if (name === "") return this.next();
    if (/^[0-9]+$/.test(name)) return this.at(name);
    const syntax = name.includes(".") ? "x.y" : name.includes("[") ? "a[i]" : undefined;
    if (syntax !== undefined) {
      const why = "a field is empty, a position or a name";
      throw invalid(`field syntax ${syntax} is not supported in ${show(name)}; ${why}`);
    }
    this.byName ??= new Map(this.named.names.map((key, index) => [key, index]));
    const index = this.byName.get(name);
    if (index !== undefined) return this.named.values[index] as Value;
    throw invalid(`keyword ${clip(name)} not found`);
  }

  private next(): Value {
    if (this.explicit) throw mixed("manual field specification to automatic field numbering");
    return this.position(this.automatic++);
  }

  private at(digits: string): Value {
    if (this.automatic > 0) {
      throw mixed("automatic field numbering to manual field specification");
    }
    this.explicit = true;
    return this.position(Number(digits));
  }

  private position(index: number): Value {
    const value = this.positional[index];
    if (value !== undefined) return value;
    throw invalid(
      `tuple index out of range: the format wants position ${index}, but ${this.positional.length} are given`,
    );
  }
}

/** What stands between two braces: what to fill in, and how. */
interface Field {
  readonly name: string;
  readonly conversion: string | undefined;
}

const EMPTY: Field = { name: "", conversion: undefined };

function readField(content: string): Field {
  const [name = "", conversion, ...more] = content.split("!");
  const isKnown = conversion === undefined || /^[sr](?::|$)/.test(conversion);
  if (more.length > 0 || !isKnown) {
    throw invalid(`unknown conversion ${show(content)}; use !s or !r`);
  }
  if (content.includes(":")) {
    throw invalid(`format specifications are not part of the language: ${show(content)}`);
  }
  return { name, conversion };
}

function mixed(from: string): Fault {
  return invalid(`cannot switch from ${from}; use \`{}\` or numbers, not both`);
}

function show(content: string): string {
  return `\`{${clip(content)}}\``;
}

function invalid(message: string): Fault {
  return new Fault(message, { code: "invalid-format" });
}
