/** Sorts what a launch supplies: a dotted name is a setting, any other a parameter (DSL-018). */
import type { Diagnostic } from "@crucible/core";
import { isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { ParamInput } from "../params/bind.js";

export type LaunchWords =
  | {
      readonly ok: true;
      readonly params: ReadonlyMap<string, ParamInput>;
      readonly settings: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function readLaunchWords(
  params: Readonly<Record<string, ParamInput>>,
  settings: Readonly<Record<string, string>>,
): LaunchWords {
  const diagnostics: Diagnostic[] = [];
  const refuse = (address: string, problem: string): void => {
    if (isEnough(diagnostics)) return;
    const message = `launch setting ${quote(address)} ${problem}`;
    diagnostics.push(errorAt("launch-setting", message, undefined));
  };
  const values = new Map<string, ParamInput>();
  const addressed = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    if (!name.includes(".")) values.set(name, value);
    else if (typeof value === "string") addressed.set(name, value);
    else refuse(name, "must be given as text");
  }
  for (const [address, value] of Object.entries(settings)) {
    if (!address.includes(".")) refuse(address, "has no dot; a parameter is given as one");
    else if (addressed.has(address)) refuse(address, "is given twice");
    else addressed.set(address, value);
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return { ok: true, params: values, settings: addressed };
}
