/**
 * What a conversation is gone on with: whose it is, its identity, the home that it lives in, and what of it was paid for
 * already. It is opaque to the engine, which keeps it privately.
 */
import { isJsonObject, type TokenUsage } from "@crucible/core";
import { countIn, objectIn, textIn } from "../stream/fields.js";
import { jsonIn } from "../stream/json.js";

export interface Cursor {
  readonly agent: string;
  readonly id: string;
  /** The kept home; `undefined` where the operator's own is used. */
  readonly home: string | undefined;
  /** Tokens of all turns so far, for agents that count on. */
  readonly tokens: TokenUsage;
}

export function encodeCursor({ agent, id, home, tokens }: Cursor): string {
  return JSON.stringify({ agent, id, ...(home === undefined ? {} : { home }), tokens });
}

/** `undefined` when the text is no cursor of this agent. */
export function decodeCursor(text: string, agent: string): Cursor | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value) || textIn(value, "agent") !== agent) return undefined;
  const tokens = objectIn(value, "tokens");
  const home = textIn(value, "home");
  return {
    agent,
    id: textIn(value, "id"),
    home: home === "" ? undefined : home,
    tokens: {
      input: countIn(tokens, "input"),
      cacheRead: countIn(tokens, "cacheRead"),
      cacheWrite: countIn(tokens, "cacheWrite"),
      output: countIn(tokens, "output"),
    },
  };
}
