/** What the functions of the workflow language take, as data, for references that are generated and tests that count. */
import type { WorkflowType } from "../read/lane.js";
import { LANES } from "./lanes.js";

export interface ArgumentSignature {
  readonly name: string;
  /** Given by place, not by name. */
  readonly isPositional: boolean;
  readonly isRequired: boolean;
}

export interface FunctionSignature {
  readonly name: string;
  /** The lanes in which the function exists, in alphabetical order. */
  readonly lanes: readonly WorkflowType[];
  /** In the order of declaration. */
  readonly arguments: readonly ArgumentSignature[];
}

/** Every function of every lane once, the lanes' common ones first. */
export function functionSignatures(): readonly FunctionSignature[] {
  const lanes = Object.keys(LANES).sort() as WorkflowType[];
  const found = new Map<string, FunctionSignature>();
  for (const [name, { parameters }] of lanes.flatMap((lane) => Object.entries(LANES[lane]))) {
    found.set(name, {
      name,
      lanes: lanes.filter((lane) => Object.hasOwn(LANES[lane], name)),
      arguments: parameters.map((parameter) => ({
        name: parameter.name,
        isPositional: parameter.kind === "positional",
        isRequired: parameter.optional !== true && parameter.default === undefined,
      })),
    });
  }
  return [...found.values()];
}
