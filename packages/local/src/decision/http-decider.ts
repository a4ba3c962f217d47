/**
 * A decision model behind HTTP: each route, and each instance of a mapped one, is one request that asks all its questions
 * (ROUTE-020, ROUTE-021). What cannot be reached is a matter of transport, which the engine tries again as it does any
 * other attempt; what answers outside the declaration is refused. A server that asks for patience gets it within the time
 * that one decision may take.
 *
 * The credential is read from the variable that the binding names when a decision is asked for. It goes into one header of
 * requests to the bound address, and nowhere else.
 */
import type { Clock, Decider, DecisionOutcome, DecisionRequest } from "@crucible/core";
import { AnswerRefused, answerPlace, required, shownText } from "./answer-place.js";
import { type Exchanged, exchange, type Fetch } from "./exchange.js";
import type { DecisionBinding } from "./inference.js";
import { protocolNamed } from "./protocol.js";
import type { ReadAnswer } from "./read-answer.js";
import { retryAfterMs } from "./retry-after.js";
import { serverWords } from "./server-words.js";
import { shownUrl } from "./service-url.js";
import { classOf } from "./status-class.js";

/** Bounds of one decision; each may be set by whoever makes the decider. */
export interface DecisionBounds {
  /** From the first request to the end of the last answer, waiting included. */
  readonly decisionMsMax: number;
  readonly answerBytesMax: number;
  /** Requests of one decision to a server that asks for patience. */
  readonly requestsMax: number;
}

export const DECISION_BOUNDS_DEFAULT: DecisionBounds = {
  decisionMsMax: 120_000,
  answerBytesMax: 1_048_576,
  requestsMax: 3,
};

export interface HttpDeciderSetup {
  /** Where the credential's variable is looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly bounds?: Partial<DecisionBounds>;
  /** The platform's own unless given. */
  readonly fetch?: Fetch;
}

const ANSWER = "the decision server's answer";

type Refused = Extract<DecisionOutcome, { kind: "refused" }>;
type Transport = Extract<DecisionOutcome, { kind: "transport" }>;

/** The server that a binding names, as the engine asks it. It reports no cost, so a run under a ceiling needs a price. */
export function httpDecider(binding: DecisionBinding, setup: HttpDeciderSetup): Decider {
  return new HttpDecider(binding, setup);
}

class HttpDecider implements Decider {
  readonly metered = false;
  readonly #binding: DecisionBinding;
  readonly #setup: HttpDeciderSetup;
  readonly #bounds: DecisionBounds;

  constructor(binding: DecisionBinding, setup: HttpDeciderSetup) {
    this.#binding = binding;
    this.#setup = setup;
    this.#bounds = { ...DECISION_BOUNDS_DEFAULT, ...setup.bounds };
  }

  check(): readonly string[] {
    const { keyVariable } = this.#binding;
    if (keyVariable === undefined) return [];
    const key = this.#key();
    const subject = `the decision model's credential is to be in ${keyVariable}, which`;
    if (key === undefined || key === "") return [`${subject} is not set`];
    // A header takes visible ASCII; anything else would be sent as something else or not at all.
    return /^[\x21-\x7e]+$/.test(key) ? [] : [`${subject} holds a character that no header takes`];
  }

  async decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome> {
    const [problem] = this.check();
    if (problem !== undefined) return unreached(problem, false, 0);
    const { clock } = this.#setup;
    const endMs = clock.monotonicMs() + this.#bounds.decisionMsMax;
    const late = new AbortController();
    const timer = clock.at(endMs, () => late.abort());
    try {
      return await this.#ask(request, AbortSignal.any([signal, late.signal]), endMs);
    } finally {
      timer.cancel();
    }
  }

  async #ask(
    request: DecisionRequest,
    signal: AbortSignal,
    endMs: number,
  ): Promise<DecisionOutcome> {
    const { fetch = globalThis.fetch, clock } = this.#setup;
    const post = { ...this.#post(request), signal };
    for (let requests = 1; ; requests++) {
      const exchanged = await exchange(fetch, post);
      if (signal.aborted) return this.#unreached(this.#endedEarly(endMs), true, null);
      const patienceMs = this.#patienceMs(exchanged);
      const isOver =
        patienceMs === undefined ||
        requests >= this.#bounds.requestsMax ||
        clock.monotonicMs() + patienceMs >= endMs;
      if (isOver) return this.#outcome(exchanged, request);
      await pause(clock, patienceMs, signal);
      if (signal.aborted) return this.#unreached(this.#endedEarly(endMs), true, null);
    }
  }

  #post(request: DecisionRequest): Omit<Parameters<typeof exchange>[1], "signal"> {
    const { url, model, protocol } = this.#binding;
    const key = this.#key();
    return {
      url,
      body: JSON.stringify(protocolNamed(protocol).body(model, request)),
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      answerBytesMax: this.#bounds.answerBytesMax,
    };
  }

  /** Only an answer that passes by itself is worth waiting for. */
  #patienceMs(exchanged: Exchanged): number | undefined {
    if (exchanged.kind !== "answer") return undefined;
    const meaning = classOf(exchanged.status, this.#binding.keyVariable);
    if (meaning.kind !== "transport" || !meaning.retryable) return undefined;
    return retryAfterMs(exchanged.retryAfter, this.#setup.clock.wallMs());
  }

  #outcome(exchanged: Exchanged, request: DecisionRequest): DecisionOutcome {
    if (exchanged.kind === "unreachable") {
      const { problem, retryable, sent } = exchanged;
      return this.#unreached(problem, retryable, sent ? null : 0);
    }
    const meaning = classOf(exchanged.status, this.#binding.keyVariable);
    const words = exchanged.kind === "answer" ? this.#words(exchanged) : "";
    if (meaning.kind === "transport") {
      return this.#unreached(`${meaning.problem}${words}`, meaning.retryable, null);
    }
    if (meaning.kind === "refused")
      return refusal(`the decision server ${meaning.problem}${words}`, null);
    if (exchanged.kind === "unreadable") return refusal(`${ANSWER} ${exchanged.problem}`, null);
    return this.#read(exchanged.text, request);
  }

  #read(text: string, { questions }: DecisionRequest): DecisionOutcome {
    let model: string | null = null;
    try {
      const root = answerPlace(text);
      const fields = root.fields();
      const named = fields.get("model");
      if (named !== undefined) model = shownModel(named.text());
      const answers = required(root, fields, "answers");
      const protocol = protocolNamed(this.#binding.protocol);
      return {
        kind: "answered",
        ...told(protocol.read(answers, questions)),
        costNano: null,
        model: model ?? this.#binding.model,
      };
    } catch (error) {
      if (!(error instanceof AnswerRefused)) throw error;
      return refusal(`${ANSWER} is refused: ${error.message}`, model);
    }
  }

  #words({ status, text }: { readonly status: number; readonly text: string }): string {
    // What a server says about a credential may repeat parts of it.
    if (status < 400 || status === 401 || status === 403) return "";
    const words = serverWords(text, this.#key());
    return words === undefined ? "" : `: ${words}`;
  }

  #endedEarly(endMs: number): string {
    const isLate = this.#setup.clock.monotonicMs() >= endMs;
    return isLate
      ? `it took longer than ${this.#bounds.decisionMsMax} ms`
      : "the attempt has ended";
  }

  #unreached(problem: string, retryable: boolean, costNano: number | null): Transport {
    return unreached(`${shownUrl(this.#binding.url)}: ${problem}`, retryable, costNano);
  }

  #key(): string | undefined {
    const { keyVariable } = this.#binding;
    if (keyVariable === undefined) return undefined;
    return new Map(Object.entries(this.#setup.environment)).get(keyVariable);
  }
}

function told(
  answers: ReadonlyMap<string, ReadAnswer>,
): Pick<Extract<DecisionOutcome, { kind: "answered" }>, "probabilities" | "positions"> {
  const given = [...answers];
  return {
    probabilities: new Map(given.map(([id, { probabilities }]) => [id, probabilities])),
    positions: new Map(
      given.flatMap(([id, { position }]) => (position === undefined ? [] : [[id, position]])),
    ),
  };
}

function unreached(detail: string, retryable: boolean, costNano: number | null): Transport {
  return { kind: "transport", cause: "provider", detail, retryable, costNano };
}

function refusal(note: string, model: string | null): Refused {
  return { kind: "refused", note, costNano: null, model };
}

/** What a server calls itself, short enough for a row. */
function shownModel(text: string): string {
  return /^[\x20-\x7e]{1,128}$/.test(text) ? text : shownText(text);
}

/** Resolves once the time has passed or the signal is aborted. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      timer.cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = clock.at(clock.monotonicMs() + ms, done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
