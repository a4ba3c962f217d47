/**
 * Values as text: `str`, `repr`, formatting, `print`, and descriptions in messages.
 *
 * The writer charges for every piece and follows containers no deeper than `valueDepth`; a list or dict inside itself is
 * printed as `[...]` or `{...}`. Host values decide what they show, except in messages, where only their type is named:
 * an error must not leak what its value refuses to show.
 */
import type { Budget } from "../budget/budget.js";
import { floatText } from "../floats/float-text.js";
import { quote } from "../text/quote.js";
import { decodeUtf8, quoteBytes } from "../text/utf8.js";
import { BytesElements, StarlarkBytes } from "../values/bytes.js";
import type { Callable } from "../values/callable.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue, type TextUse } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StringElements } from "../values/string-elements.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";

/** The text of a value: a string is itself unless `use` is `repr`. */
export function textOf(value: Value, use: TextUse, budget: Budget): string {
  if (typeof value === "string" && use !== "repr") return value;
  if (typeof value === "number") return String(value);
  if (value instanceof StarlarkBytes && use !== "repr") return decodedText(value.bytes, budget);
  const writer = new TextWriter(budget, use);
  writer.write(value, 1);
  return writer.text;
}

function decodedText(bytes: Uint8Array, budget: Budget): string {
  budget.spendString(bytes.length);
  budget.spendTicks(bytes.length);
  return decodeUtf8(bytes);
}

/** Pieces that are joined at a time; a string grown piece by piece would be a tree as large as the text. */
const PENDING_MAX = 1024;

class TextWriter {
  private readonly budget: Budget;
  private readonly use: TextUse;
  private readonly joined: string[] = [];
  private pending: string[] = [];
  private length = 0;
  /** Lists and dicts around the place being written, to notice one inside itself. */
  private readonly around: object[] = [];

  constructor(budget: Budget, use: TextUse) {
    this.budget = budget;
    this.use = use;
  }

  get text(): string {
    return this.joined.join("") + this.pending.join("");
  }

  write(value: Value, depth: number): void {
    if (typeof value === "string") this.string(value);
    else if (value === null || typeof value !== "object") this.piece(scalarText(value));
    else if (value instanceof StarlarkList) this.list(value, depth);
    else if (value instanceof StarlarkDict) this.dict(value, depth);
    else if (value instanceof StarlarkTuple) this.tuple(value, depth);
    else if (value instanceof StarlarkSet) this.series("set([", value.values(), "])", depth);
    else if (value instanceof HostValue) this.piece(value.text(this.use));
    else if (value instanceof StarlarkBytes || value instanceof BytesElements) this.bytes(value);
    else this.piece(otherText(value));
  }

  private string(text: string): void {
    this.budget.admitString(this.length + text.length);
    this.budget.spendScan(text.length);
    this.piece(quote(text));
  }

  private bytes(value: StarlarkBytes | BytesElements): void {
    this.budget.admitString(this.length + value.bytes.length);
    this.budget.spendTicks(value.bytes.length);
    this.piece(otherText(value));
  }

  private piece(text: string): void {
    this.length += text.length;
    this.budget.admitString(this.length);
    this.budget.spendHeap(text.length);
    this.pending.push(text);
    if (this.pending.length < PENDING_MAX) return;
    this.joined.push(this.pending.join(""));
    this.pending = [];
  }

  private list(list: StarlarkList, depth: number): void {
    if (list.items.length === 0) this.piece("[]");
    else if (this.around.includes(list)) this.piece("[...]");
    else {
      this.around.push(list);
      this.series("[", list.items, "]", depth);
      this.around.pop();
    }
  }

  private tuple(tuple: StarlarkTuple, depth: number): void {
    this.series("(", tuple.items, tuple.items.length === 1 ? ",)" : ")", depth);
  }

  private dict(dict: StarlarkDict, depth: number): void {
    if (this.around.includes(dict)) {
      this.piece("{...}");
      return;
    }
    this.budget.admitDepth(depth);
    this.around.push(dict);
    let open = "{";
    for (const { key, value } of dict.pairs()) {
      this.budget.spendTicks(ELEMENT_TICKS);
      this.piece(open);
      open = ", ";
      this.write(key, depth + 1);
      this.piece(": ");
      this.write(value, depth + 1);
    }
    this.piece(dict.size === 0 ? "{}" : "}");
    this.around.pop();
  }

  private series(open: string, items: Iterable<Value>, close: string, depth: number): void {
    this.budget.admitDepth(depth);
    let before = open;
    for (const item of items) {
      this.budget.spendTicks(ELEMENT_TICKS);
      this.piece(before);
      before = ", ";
      this.write(item, depth + 1);
    }
    this.piece(before === open ? open + close : close);
  }
}

/** Printing an element does the work of several other visits. */
const ELEMENT_TICKS = 4;

function scalarText(value: Exclude<Value, object>): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "boolean":
      return value ? "True" : "False";
    case "object":
      return "None";
    default:
      return String(value);
  }
}

function otherText(
  value: StarlarkFloat | StarlarkRange | StringElements | StarlarkBytes | BytesElements | Callable,
): string {
  if (value instanceof StarlarkFloat) return floatText(value.value);
  if (value instanceof StarlarkRange) return rangeText(value);
  if (value instanceof StringElements) return `${quote(value.text)}.${value.form}()`;
  if (value instanceof StarlarkBytes) return quoteBytes(value.bytes);
  if (value instanceof BytesElements) return `${quoteBytes(value.bytes)}.elems()`;
  return value.describe();
}

function rangeText({ start, step, stop }: StarlarkRange): string {
  if (step !== 1) return `range(${start}, ${stop}, ${step})`;
  return start === 0 ? `range(${stop})` : `range(${start}, ${stop})`;
}

const DESCRIPTION_LENGTH = 80;

/** A value as a message may show it: clipped, and host values by their type alone. */
export function describe(value: Value): string {
  const whole = description(value, 2);
  return whole.length <= DESCRIPTION_LENGTH ? whole : `${cut(whole)}...`;
}

/** The first characters of a description, without half of a pair at its end. */
function cut(text: string): string {
  const end = text.charCodeAt(DESCRIPTION_LENGTH - 1) >>> 10 === 0x36 ? 1 : 0;
  return text.slice(0, DESCRIPTION_LENGTH - end);
}

const DESCRIBED_ITEMS = 8;

function description(value: Value, depth: number): string {
  if (typeof value === "string") return quote(value.slice(0, 2 * DESCRIPTION_LENGTH));
  if (value === null || typeof value !== "object") return scalarText(value);
  if (value instanceof StarlarkList) return `[${described(value.items, depth)}]`;
  if (value instanceof StarlarkTuple) return `(${described(value.items, depth)})`;
  if (value instanceof StarlarkSet) return `set([${described(value.values(), depth)}])`;
  if (value instanceof StarlarkDict) return value.size === 0 ? "{}" : "{...}";
  if (value instanceof HostValue) return `<${value.typeName}>`;
  if (value instanceof StarlarkBytes)
    return quoteBytes(value.bytes.subarray(0, DESCRIPTION_LENGTH));
  if (value instanceof BytesElements) return "<bytes.elems>";
  if (value instanceof StringElements) return `${description(value.text, depth)}.${value.form}()`;
  return otherText(value);
}

function described(items: Iterable<Value>, depth: number): string {
  const shown: string[] = [];
  for (const item of items) {
    if (depth === 0 || shown.length === DESCRIBED_ITEMS) {
      shown.push("...");
      break;
    }
    shown.push(description(item, depth - 1));
  }
  return shown.join(", ");
}
