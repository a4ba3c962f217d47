/**
 * A model server that says what a script tells it to, so that tests run the real agents end to end without a key and
 * without a network: the model decides to call the agent's own tools, and the agent really runs them. It speaks
 * Anthropic's Messages and OpenAI's Responses, listens on this machine alone and keeps a record of every request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Answer } from "./answer.js";
import { answerMessages } from "./answer-messages.js";
import { answerResponses } from "./answer-responses.js";
import { callsOf } from "./calls.js";
import { type Protocol, type RequestBody, standingOf } from "./conversation.js";
import { type ModelScript, type ScriptFailure, type ScriptStep, USAGE_DEFAULT } from "./script.js";

/** What a request asked for. */
interface SeenRequest {
  readonly protocol: Protocol;
  readonly model: string;
  readonly effort: string | undefined;
  /** The latest text of the user. */
  readonly asked: string;
  /** All texts of the user that the conversation holds, the latest last. */
  readonly dialogue: readonly string[];
  readonly bytes: number;
  /** A request without tools is one of the agent's own, such as for a title, and uses up no step. */
  readonly isSide: boolean;
}

export interface FakeModel {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export async function startFakeModel(script: ModelScript): Promise<FakeModel> {
  const model = new ScriptedModel(script);
  const server = createServer((request, response) => {
    model.serve(request, response).catch((error: unknown) => {
      send(response, 500, errorOf(500, String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    requests: model.requests,
    close: () => closed(server),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

class ScriptedModel {
  readonly requests: SeenRequest[] = [];
  readonly #script: ModelScript;
  /** How often a step has failed. */
  readonly #failures = new Map<ScriptStep, number>();

  constructor(script: ModelScript) {
    this.#script = script;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path.endsWith("/count_tokens")) return send(response, 200, { input_tokens: 1_000 });
    const protocol = protocolOf(path);
    if (request.method !== "POST" || protocol === undefined) {
      return send(response, request.method === "HEAD" ? 200 : 404, {});
    }
    const body = JSON.parse(text) as RequestBody;
    const { asked, rounds, dialogue } = standingOf(protocol, body);
    const isSide = (body.tools ?? []).length === 0;
    this.requests.push({
      protocol,
      model: body.model ?? "",
      effort: body.reasoning?.effort ?? body.output_config?.effort,
      asked,
      dialogue,
      bytes: text.length,
      isSide,
    });
    await this.#say(
      protocol,
      body,
      isSide ? { text: "ok" } : this.#stepFor(asked, rounds),
      response,
    );
  }

  async #say(
    protocol: Protocol,
    body: RequestBody,
    step: ScriptStep,
    response: ServerResponse,
  ): Promise<void> {
    if (step.fail !== undefined && this.#stillFails(step, step.fail)) {
      return refuse(response, step.fail);
    }
    if (step.delayMs !== undefined) await delay(step.delayMs);
    const answer = this.#answer(protocol, step, body);
    if (body.stream === true) return await stream(response, answer, step);
    // Agents ask for the whole after a stream that was cut.
    if (step.cutAfter !== undefined) response.destroy();
    else send(response, 200, answer.whole);
  }

  #stepFor(asked: string, rounds: number): ScriptStep {
    const { turns } = this.#script;
    const turn = turns.find(({ when }) => when !== undefined && asked.includes(when)) ?? turns[0];
    const step = turn?.steps[Math.min(rounds, turn.steps.length - 1)];
    if (step === undefined) throw new Error("the script has no step");
    return step;
  }

  #stillFails(step: ScriptStep, { times = Number.POSITIVE_INFINITY }: ScriptFailure): boolean {
    const before = this.#failures.get(step) ?? 0;
    this.#failures.set(step, before + 1);
    return before < times;
  }

  #answer(protocol: Protocol, step: ScriptStep, body: RequestBody): Answer {
    const usage = { ...USAGE_DEFAULT, ...this.#script.usage, ...step.usage };
    const answer = protocol === "messages" ? answerMessages : answerResponses;
    return answer(step, callsOf(step, body), body.model ?? "", usage);
  }
}

function protocolOf(path: string): Protocol | undefined {
  if (path.endsWith("/messages")) return "messages";
  return path.endsWith("/responses") ? "responses" : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, { status, message }: ScriptFailure): void {
  if (status === "hang") return;
  send(response, status, errorOf(status, message ?? `scripted ${status}`));
}

const ERROR_TYPES = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
]);

/** Both protocols find in it what they look for. */
function errorOf(status: number, message: string): object {
  const type = ERROR_TYPES.get(status) ?? "api_error";
  return { type: "error", error: { type, message, code: null, param: null } };
}

async function stream(
  response: ServerResponse,
  { events }: Answer,
  { cutAfter, paceMs }: ScriptStep,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const sent = events.slice(0, cutAfter);
  if (sent.length === 0) response.flushHeaders();
  for (const event of sent) {
    if (paceMs !== undefined) await delay(paceMs);
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  if (paceMs !== undefined) await delay(paceMs);
  if (sent.length === events.length) response.end();
  // What was written arrives before the connection ends, which a reset might overtake.
  else response.socket?.end();
}
