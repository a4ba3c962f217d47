import type { HostCall, HostParameter, Value } from "@crucible/starlark";
import type { Compilation } from "../evaluate/compilation.js";

/** One function of the workflow language: what it takes, and what a call of it makes. */
export interface Constructor {
  readonly parameters: readonly HostParameter[];
  readonly call: (call: HostCall, compilation: Compilation) => Value;
}
