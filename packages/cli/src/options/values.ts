/** Reading option values: text from the command line into amounts with a unit, or a usage error that names the option. */
import { nanoFromUsd, readDuration, USD_MAX } from "@crucible/core";
import { UsageError } from "../failure/failure.js";

/** One `--param`: a declared name, or a dotted address of a launch setting. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** `name=value`, split at the first `=`; the value may be empty and may hold more of them. */
export function readNamedValue(text: string): NamedValue {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--param ${JSON.stringify(text)} is not name=value`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

/** The ceiling of `--max-cost`, in nano-dollars. */
export function readCost(text: string): number {
  return readDollars("--max-cost", text);
}

/** The price of `--turn-price`, in nano-dollars. */
export function readTurnPrice(text: string): number {
  return readDollars("--turn-price", text);
}

/** Dollars as options take them (`2`, `0.50`, `$3`), in nano-dollars. */
function readDollars(option: string, text: string): number {
  const match = /^\$?([0-9]{1,12}(?:\.[0-9]{1,12})?)$/.exec(text);
  const usd = match ? Number(match[1]) : 0;
  if (usd <= 0 || usd > USD_MAX) {
    throw new UsageError(
      `${option} ${JSON.stringify(text)} is not an amount of dollars above 0 (try \`2.50\`)`,
    );
  }
  return nanoFromUsd(usd);
}

/** A duration as `--max-time` takes it (`90s`, `10m`, `2h`), in milliseconds. */
export function readTime(text: string): number {
  const reading = readDuration(text);
  if (!reading.ok) throw new UsageError(`--max-time: ${reading.message}`);
  return reading.ms;
}

/** How many attempts may run at once: a whole number from 1 on. */
export function readWidth(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) {
    throw new UsageError(
      `--max-concurrency ${JSON.stringify(text)} is not a whole number from 1 to 9999`,
    );
  }
  return Number(text);
}

/** Units of sizes as they are read and shown, each 1024 times the one before. A byte has no unit. */
export const SIZE_UNITS: readonly string[] = ["", "KiB", "MiB", "GiB", "TiB"];

const UNIT_BYTES = new Map(SIZE_UNITS.map((unit, power) => [unit.toLowerCase(), 1024 ** power]));

/** The bound of `--max-captured` (`512MiB`, `2 GiB`, or a plain number of bytes), in bytes (FILE-028). */
export function readCaptured(text: string): number {
  const match = /^([0-9]{1,15}) ?([a-z]*)$/i.exec(text);
  const bytes =
    Number(match?.[1]) * (UNIT_BYTES.get(match?.[2]?.toLowerCase() ?? "") ?? Number.NaN);
  if (!Number.isSafeInteger(bytes)) {
    throw new UsageError(
      `--max-captured ${JSON.stringify(text)} is not a size (try \`512MiB\`, \`2GiB\` or a number of bytes)`,
    );
  }
  return bytes;
}

/** A capability name for `--cap`, as tasks spell it in `needs`. */
export function readCapability(text: string): string {
  if (text.trim() === "") throw new UsageError("--cap needs the name of a capability");
  return text;
}

/** The name of a task for `--from`. */
export function readTaskName(text: string): string {
  if (text.trim() === "") throw new UsageError("--from needs the name of a task");
  return text;
}
