/** The files that every turn is given, by the variables that name them. */
import type { TurnRequest } from "@crucible/core";

export interface TurnFiles {
  /** What is asked, as bytes. */
  readonly prompt: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export function turnFiles(turn: Pick<TurnRequest, "prompt" | "inputsJson">): TurnFiles {
  const encoder = new TextEncoder();
  const prompt = encoder.encode(turn.prompt);
  const files = new Map([
    ["CRUCIBLE_PROMPT_FILE", prompt],
    ["CRUCIBLE_INPUTS_FILE", encoder.encode(turn.inputsJson)],
  ]);
  return { prompt, files };
}
