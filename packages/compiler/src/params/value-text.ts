/** Reads a parameter's value from text, as a command line supplies it. */
import { plainValue } from "../document/node.js";
import { readJson } from "../document/read-json.js";

/** A decimal whole number that every JSON reader keeps exactly. */
export function readSafeInteger(text: string): number | undefined {
  if (!/^-?[0-9]{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** A finite decimal number, with or without fraction and exponent. */
export function readNumberText(text: string): number | undefined {
  if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** A JSON array of strings when the text begins with `[`; else texts separated by commas, trimmed. */
export function readListText(text: string): readonly string[] | undefined {
  if (!text.trimStart().startsWith("[")) {
    return text.trim() === "" ? [] : text.split(",").map((item) => item.trim());
  }
  const reading = readJson(text, "");
  if (!reading.ok) return undefined;
  const value = plainValue(reading.document.root);
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly unknown[];
  return items.every((item) => typeof item === "string") ? items : undefined;
}
