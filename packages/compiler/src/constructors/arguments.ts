/**
 * The arguments of one constructor call, read as what the constructor wants.
 *
 * Every refusal points at its argument and says what belongs there. A value from outside the pack is taken where a number
 * or a truth value is wanted and in a prompt, and refused everywhere else. Texts are charged when a task takes them, so
 * that ten thousand tasks cannot hold one large text each.
 */
import { didYouMean, nearest, type OutputField, readDuration } from "@crucible/core";
import {
  type FaultDetails,
  type HostCall,
  StarlarkFloat,
  StarlarkList,
  StarlarkTuple,
  typeName,
  type Value,
} from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";
import { plainBoolean } from "../external/external-boolean.js";
import { plainNumber } from "../external/external-number.js";
import { ExternalValue } from "../external/external-value.js";
import { isPromptPart } from "../external/prompt-text.js";
import { renderPrompt } from "../external/render-prompt.js";
import { OutputValue, TaskValue } from "./task-value.js";

/** Charged for each text or reference that a task takes, so that a list given to many tasks is paid for by each. */
const ITEM_BYTES = 64;

export class Arguments {
  readonly call: HostCall;

  constructor(call: HostCall) {
    this.call = call;
  }

  /** The value as it is; `undefined` when it was left out. */
  value(name: string): Value | undefined {
    return this.call.get(name);
  }

  /** The value, `undefined` when it was left out or is None. */
  filled(name: string): Value | undefined {
    return this.call.get(name) ?? undefined;
  }

  text(name: string): string {
    return this.textOf(name, this.call.get(name) ?? null);
  }

  /** A string; None counts as left out. */
  optionalText(name: string): string | undefined {
    const value = this.filled(name);
    return value === undefined ? undefined : this.textOf(name, value, "a string or None");
  }

  /** A string value of an argument, or of a part of one. */
  textOf(name: string, value: Value, wanted = "a string"): string {
    if (typeof value === "string") {
      this.call.budget.spendHeap(ITEM_BYTES + value.length);
      return value;
    }
    return this.wrongType(name, wanted, value);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.call.get(name);
    if (value === undefined) return fallback;
    return plainBoolean(value) ?? this.wrongType(name, "True or False", value);
  }

  /** A safe integer; None counts as left out. */
  integer(name: string): number | undefined {
    const value = this.filled(name);
    if (value === undefined) return undefined;
    const number = plainNumber(value);
    if (typeof number === "number") return number;
    if (typeof number !== "bigint") return this.wrongType(name, "an integer", value);
    return this.fail(name, "out-of-range", `argument "${name}" must be a safe integer`);
  }

  /** A finite number; None counts as left out. */
  number(name: string): number | undefined {
    const value = this.filled(name);
    if (value === undefined) return undefined;
    const plain = plainNumber(value);
    if (plain === undefined) return this.wrongType(name, "a number or None", value);
    const number = plain instanceof StarlarkFloat ? plain.value : Number(plain);
    if (Number.isFinite(number)) return number + 0;
    return this.fail(name, "out-of-range", `argument "${name}" must be a finite number`);
  }

  /** One of a closed set of words. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.call.given(name) ? this.text(name) : undefined;
    if (text === undefined) return undefined;
    const found = allowed.find((word) => word === text);
    if (found !== undefined) return found;
    const words = allowed.map((word) => `"${word}"`);
    const list = `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
    const message = `${name} must be ${list}, got ${quote(text)}${didYouMean(text, allowed)}`;
    return this.fail(name, "unknown-value", message, { suggestion: nearest(text, allowed) });
  }

  durationMs(name: string): number | undefined {
    const text = this.optionalText(name);
    if (text === undefined) return undefined;
    const reading = readDuration(text);
    return reading.ok ? reading.ms : this.fail(name, name, `${name} ${reading.message}`);
  }

  /** A prompt: text of the pack, text from outside, or both joined; the outside text comes back between its marks. */
  prompt(name: string): string {
    return this.promptOf(name, this.call.get(name) ?? null);
  }

  promptOf(name: string, value: Value): string {
    if (!isPromptPart(value)) return this.wrongType(name, "a string", value);
    const rendering = renderPrompt(value, this.call.budget);
    if (!rendering.ok) return this.fail(name, "external-mark", `${name}: ${rendering.message}`);
    if (rendering.text.includes("\0")) {
      const message = `argument "${name}" holds a NUL character, which no process can receive`;
      return this.fail(name, "nul", message);
    }
    return rendering.text;
  }

  /** The items of a list or tuple; None and a bare value are refused. */
  items(name: string, wanted: string): readonly Value[] {
    const value = this.call.get(name);
    if (value === undefined) return [];
    if (value instanceof StarlarkList || value instanceof StarlarkTuple) return value.items;
    return this.wrongType(name, wanted, value);
  }

  /** `producer.field`, or `undefined` when it was left out or is None. */
  output(name: string): OutputField | undefined {
    const value = this.filled(name);
    if (value === undefined) return undefined;
    return this.outputOf(name, value);
  }

  outputOf(name: string, value: Value): OutputField {
    if (value instanceof OutputValue) {
      this.chargeItems(1);
      return value.field;
    }
    return this.wrongType(name, "an output field, written task.field", value);
  }

  /** The name of a task, given as the task or by its name. */
  taskOf(name: string, value: Value): string {
    if (!(value instanceof TaskValue)) return this.textOf(name, value, "a task or a task's name");
    this.chargeItems(1);
    return value.name;
  }

  /** Charges for what a task takes over from a value that was paid for once and may be given to many. */
  chargeItems(count: number): void {
    this.call.budget.spendHeap(ITEM_BYTES * count);
  }

  optionalTask(name: string): string | undefined {
    const value = this.filled(name);
    return value === undefined ? undefined : this.taskOf(name, value);
  }

  wrongType(name: string, wanted: string, got: Value): never {
    if (got instanceof ExternalValue) return this.#refuseExternal(name);
    const found = got === null ? "None" : typeName(got);
    return this.fail(name, "wrong-type", `argument "${name}" must be ${wanted}, got ${found}`);
  }

  fail(
    name: string,
    code: string,
    message: string,
    {
      suggestion,
      ...details
    }: Omit<FaultDetails, "suggestion"> & { suggestion?: string | undefined } = {},
  ): never {
    return this.call.fail(message, {
      argument: name,
      code,
      ...details,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }

  /** DSL-048: such a value is data for commands and prompts, never a name, a path or a command line. */
  #refuseExternal(name: string): never {
    const message = `argument "${name}" carries a value supplied from outside the pack; it may stand in a prompt, and a command reads it from "params" in its inputs file`;
    return this.fail(name, "external-value", message);
  }
}
