/**
 * Binds the arguments of a call to a callee's parameters.
 *
 * One algorithm serves the language's own functions, built-ins and the host's functions, so arity errors read the same
 * everywhere: they name the parameter, and where a name is unknown they suggest a near one.
 */

import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { suggest } from "../errors/suggest.js";
import type { NamedValues } from "../values/callable.js";
import { NO_NAMED } from "../values/callable.js";
import type { Value } from "../values/value.js";
import type { Signature, SignatureParameter } from "./signature.js";

/** Arguments that no parameter took: `*rest` and `**rest`. */
export interface Leftover {
  readonly rest: readonly Value[];
  readonly named: NamedValues;
}

export const NO_LEFTOVER: Leftover = Object.freeze({ rest: Object.freeze([]), named: NO_NAMED });

/**
 * Writes each argument to `target` at its parameter's index, whose entries are undefined on entry, and returns what is
 * left. A parameter that may be left out and was stays undefined.
 */
export function bindArguments(
  signature: Signature,
  positional: readonly Value[],
  named: NamedValues,
  target: (Value | undefined)[],
): Leftover {
  const { placeCount } = signature;
  const placed = Math.min(positional.length, placeCount);
  for (let index = 0; index < placed; index++) target[index] = positional[index];
  if (positional.length > placeCount && !signature.takesRest) throw tooMany(signature, positional);
  const extra = named.names.length === 0 ? NO_NAMED : bindNamed(signature, named, target);
  checkRequired(signature, target);
  if (positional.length <= placeCount && extra === NO_NAMED) return NO_LEFTOVER;
  const rest = placeCount === 0 ? positional : positional.slice(placeCount);
  return { rest, named: extra };
}

function bindNamed(
  signature: Signature,
  named: NamedValues,
  target: (Value | undefined)[],
): NamedValues {
  if (signature.parameters.length === 0 && signature.takesNamedRest) return named;
  let extra = 0;
  for (let index = 0; index < named.names.length; index++) {
    const name = named.names[index] as string;
    const value = named.values[index] as Value;
    const place = placeOf(signature, name);
    if (place >= 0) {
      if (target[place] !== undefined) throw twice(signature, name);
      target[place] = value;
    } else if (signature.takesNamedRest) {
      extra++;
    } else {
      throw unknownName(signature, name);
    }
  }
  if (extra === 0) return NO_NAMED;
  return extra === named.names.length ? named : namedRest(signature, named);
}

/** The named arguments that no parameter takes. */
function namedRest(signature: Signature, { names, values }: NamedValues): NamedValues {
  const isExtra = (name: string): boolean => placeOf(signature, name) < 0;
  return {
    names: names.filter(isExtra),
    values: values.filter((_, index) => isExtra(names[index] as string)),
  };
}

/** Index of the parameter that the name can reach, or -1. */
export function placeOf(signature: Signature, name: string): number {
  const { parameters } = signature;
  if (parameters.length > SEARCHED_MAX) return placesOf(signature).get(name) ?? -1;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as SignatureParameter;
    if (parameter.name === name && parameter.kind !== "positional") return index;
  }
  return -1;
}

/** Parameters that are searched one by one before a Map of their names is worth its making. */
const SEARCHED_MAX = 8;

function placesOf(signature: Signature): ReadonlyMap<string, number> {
  signature.places ??= new Map(
    signature.parameters.flatMap((parameter, index) =>
      parameter.kind === "positional" ? [] : [[parameter.name, index] as const],
    ),
  );
  return signature.places;
}

function checkRequired(signature: Signature, target: readonly (Value | undefined)[]): void {
  const { parameters } = signature;
  for (let index = 0; index < parameters.length; index++) {
    if (target[index] === undefined && parameters[index]?.required)
      throw missing(signature, target);
  }
}

function missing(signature: Signature, target: readonly (Value | undefined)[]): Fault {
  const names = signature.parameters
    .filter((parameter, index) => parameter.required && target[index] === undefined)
    .map((parameter) => `"${clip(parameter.name)}"`);
  const noun = names.length === 1 ? "argument" : "arguments";
  const list = names.join(", ");
  if (signature.origin === "source") {
    const bare = list.replaceAll('"', "");
    return new Fault(
      `${clip(signature.functionName)}() is missing ${names.length} ${noun} (${bare})`,
      {
        code: "missing-argument",
      },
    );
  }
  return new Fault(`${clip(signature.functionName)}() is missing the required ${noun} ${list}`, {
    code: "missing-argument",
  });
}

function tooMany(signature: Signature, positional: readonly Value[]): Fault {
  const { functionName, placeCount, parameters, origin } = signature;
  const given = positional.length;
  const details = { code: "too-many-arguments", argument: placeCount };
  if (parameters.length === 0)
    return new Fault(`${clip(functionName)}() takes no arguments`, details);
  if (placeCount === 0) {
    return new Fault(`${clip(functionName)}() takes named arguments only`, details);
  }
  const noun = placeCount === 1 ? "positional argument" : "positional arguments";
  return new Fault(
    `${clip(functionName)}() takes at most ${placeCount} ${noun}, got ${given}${given > 1 && origin === "built-in" ? " arguments" : ""}`,
    details,
  );
}

function twice(signature: Signature, name: string): Fault {
  return new Fault(
    `${clip(signature.functionName)}() got multiple values for parameter "${clip(name)}"`,
    {
      code: "duplicate-argument",
      argument: name,
    },
  );
}

function unknownName(signature: Signature, name: string): Fault {
  const known = signature.parameters
    .filter((parameter) => parameter.kind !== "positional")
    .map((parameter) => parameter.name);
  if (known.length === 0 && signature.origin === "built-in") {
    const hint = "; it takes arguments by place only";
    const shown = `${signature.functionName}: unexpected keyword arguments: ${clip(name)}${hint}`;
    return new Fault(shown, { code: "unknown-argument", argument: name });
  }
  const { name: suggestion, clause } = suggest(name, known);
  const placeOnly = signature.parameters.some(
    (parameter) => parameter.name === name && parameter.kind === "positional",
  );
  const why = placeOnly ? "; it is given by position only" : clause;
  return new Fault(`${clip(signature.functionName)}() has no argument "${clip(name)}"${why}`, {
    code: "unknown-argument",
    argument: name,
    ...(suggestion === undefined || placeOnly ? {} : { suggestion }),
  });
}
