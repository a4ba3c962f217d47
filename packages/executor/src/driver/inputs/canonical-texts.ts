/**
 * Canonical JSON of inputs, put together from the texts of its values. Every item of a fan-out is given the same list,
 * and printing it once an item would make a fan-out cost the square of its length; so the texts of the values met last
 * are kept, by identity, since outputs of settled rows never change.
 */
import { canonicalJson, type JsonObject, type JsonValue } from "@crucible/core";

/** So many values are remembered: more than a task's usual dependencies, and few enough to weigh nothing. */
const KEPT_MAX = 32;

export class CanonicalTexts {
  /** From the value met longest ago to the one met last. */
  readonly #kept = new Map<object, string>();

  /** What `canonicalJson` gives for the object. */
  of(inputs: JsonObject): string {
    let fields = "";
    for (const name of sorted(Object.keys(inputs))) {
      const field = `${canonicalJson(name)}:${this.#textOf(inputs[name] as JsonValue)}`;
      fields = fields === "" ? field : `${fields},${field}`;
    }
    return `{${fields}}`;
  }

  #textOf(value: JsonValue): string {
    if (typeof value !== "object" || value === null) return canonicalJson(value);
    const text = this.#kept.get(value) ?? canonicalJson(value);
    this.#kept.delete(value);
    this.#kept.set(value, text);
    if (this.#kept.size > KEPT_MAX) {
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    }
    return text;
  }
}

/** In order of code units. Inputs are few, and of two names the sort itself would cost more than its result. */
function sorted(names: string[]): readonly string[] {
  if (names.length > 2) return names.sort();
  const [first, second] = names;
  if (first === undefined || second === undefined || first <= second) return names;
  return [second, first];
}
