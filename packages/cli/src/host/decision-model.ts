/** The decision model that this machine's variables bind, as it may be shown: its credential by name, never by value. */
import { inferenceFrom } from "@crucible/local";
import type { Terminal } from "../terminal/terminal.js";

export interface DecisionModel {
  /** `name at address`, without the address's query, which may hold what is not for readers. */
  readonly words: string;
  /** The variable that holds its credential, and whether there is anything in it. */
  readonly credential: { readonly variable: string; readonly isSet: boolean } | undefined;
}

/** `undefined` when none is bound. Throws `InferenceRefused`. */
export function decisionModelOf({ env }: Pick<Terminal, "env">): DecisionModel | undefined {
  const { decision } = inferenceFrom(env);
  if (decision === undefined) return undefined;
  const { model, url, keyVariable } = decision;
  const { origin, pathname } = new URL(url);
  const value = new Map(Object.entries(env)).get(keyVariable ?? "");
  return {
    words: `${model} at ${origin}${pathname}`,
    credential:
      keyVariable === undefined
        ? undefined
        : { variable: keyVariable, isSet: value !== undefined && value !== "" },
  };
}
