/**
 * The transcript of one agent attempt: what its turns were asked, what the agent said and did, and how they ended, in
 * order, a line of JSON each. It lies beside the log for people to read; secrets are masked before they get there.
 */
import type {
  HarnessEvent,
  JsonObject,
  JsonValue,
  Transcript,
  TranscriptRef,
} from "@crucible/core";
import type { ExecutionContext } from "../execution/context.js";

/** Longer texts are cut in the transcript, and what is left out is counted; the agent's own output is kept whole by the World. */
const TEXT_CHARACTERS_MAX = 262_144;

export class AttemptTranscript {
  readonly #context: Pick<ExecutionContext, "mask" | "time" | "transcribe">;
  readonly #attempt: string;
  #transcript: Transcript | undefined;
  #turns = 0;

  constructor(context: Pick<ExecutionContext, "mask" | "time" | "transcribe">, attempt: string) {
    this.#context = context;
    this.#attempt = attempt;
  }

  beginTurn(prompt: string): void {
    this.#turns += 1;
    this.#add({ kind: "prompt", text: prompt });
  }

  event(event: HarnessEvent): void {
    this.#add({ ...event } as JsonObject);
  }

  endTurn(outcome: string, detail: string | undefined): void {
    this.#add(
      detail === undefined ? { kind: "ended", outcome } : { kind: "ended", outcome, detail },
    );
  }

  /** Where it is; `undefined` when no turn was taken or it could not be written. */
  async end(): Promise<TranscriptRef | undefined> {
    try {
      return await this.#transcript?.end();
    } catch {
      return undefined;
    }
  }

  /** A line that cannot be written is left out: what is kept for people is no reason to end a turn. */
  #add(line: JsonObject): void {
    const { mask, time, transcribe } = this.#context;
    try {
      this.#transcript ??= transcribe(this.#attempt);
      if (this.#transcript === undefined) return;
      const masked = mask.value({ ms: time.nowMs(), turn: this.#turns, ...line });
      this.#transcript.add(JSON.stringify(bounded(masked)));
    } catch {
      // It nests too deep, or holds what JSON cannot.
    }
  }
}

function bounded(value: JsonValue): JsonValue {
  if (typeof value === "string") return boundedText(value);
  if (Array.isArray(value)) return value.map(bounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, bounded(field)]));
}

function boundedText(text: string): string {
  if (text.length <= TEXT_CHARACTERS_MAX) return text;
  const kept = text.slice(0, TEXT_CHARACTERS_MAX);
  return `${kept}… (${text.length - TEXT_CHARACTERS_MAX} characters left out)`;
}
