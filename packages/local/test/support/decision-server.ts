/** A decision server on loopback that answers what a test says, and remembers what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request as it arrived. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of several protocols.
  readonly body: any;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes go out as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** `silent` never answers; `cut` ends the connection in the middle of an answer. */
export type Reaction = Reply | "silent" | "cut";

export class DecisionServer {
  readonly asked: Asked[] = [];
  readonly #server: Server;
  readonly #react: (asked: Asked, count: number) => Reaction;

  private constructor(server: Server, react: (asked: Asked, count: number) => Reaction) {
    this.#server = server;
    this.#react = react;
  }

  /** `react` gets each request and how many there were, itself included. */
  static async start(react: (asked: Asked, count: number) => Reaction): Promise<DecisionServer> {
    const server = createServer((request, response) => void instance.#answer(request, response));
    const instance = new DecisionServer(server, react);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return instance;
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const asked = { method, path: url, headers, body: JSON.parse(await text(request)) as unknown };
    const reaction = this.#react(asked, this.asked.push(asked));
    if (reaction === "silent") return;
    if (reaction === "cut") {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{", () => request.socket.destroy());
      return;
    }
    const { status = 200, headers: extra = {}, body = "" } = reaction;
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    response.writeHead(status, { "content-type": "application/json", ...extra });
    response.end(isRaw ? body : JSON.stringify(body));
  }
}

/** An address where nobody listens: a server's own, after it was closed. */
export async function deadOrigin(): Promise<string> {
  const server = await DecisionServer.start(() => "silent");
  const { origin } = server;
  await server.close();
  return origin;
}
