/**
 * One request to a decision server and what comes back, under bounds: so many bytes, no redirect followed, an answer that
 * is UTF-8. Whatever goes wrong on the way is a value that says whether trying again could help. Nothing here repeats a
 * header or a credential.
 */

/** What is to be sent. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** An answer with more is not read to its end. */
  readonly answerBytesMax: number;
}

export type Exchanged =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly text: string;
    }
  /** There is an answer, and it cannot be read. */
  | { readonly kind: "unreadable"; readonly status: number; readonly problem: string }
  | {
      readonly kind: "unreachable";
      readonly problem: string;
      readonly retryable: boolean;
      /** Whether the server may have seen the request, and may charge for it. */
      readonly sent: boolean;
    };

export type Fetch = typeof globalThis.fetch;

/** Always resolves. */
export async function exchange(fetch: Fetch, post: Post): Promise<Exchanged> {
  let response: Response;
  try {
    response = await fetch(post.url, {
      method: "POST",
      headers: post.headers,
      body: post.body,
      redirect: "manual",
      signal: post.signal,
    });
  } catch (error) {
    return unreachable(error);
  }
  const { status } = response;
  try {
    const bytes = await readBytes(response, post.answerBytesMax);
    if (bytes === undefined) {
      return { kind: "unreadable", status, problem: `is longer than ${post.answerBytesMax} bytes` };
    }
    const text = textOf(bytes);
    if (text === undefined) return { kind: "unreadable", status, problem: "is not UTF-8" };
    return { kind: "answer", status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    return { ...unreachable(error), sent: true };
  }
}

/** `undefined` once there are too many. */
async function readBytes(response: Response, bytesMax: number): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array(0);
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces, size);
    size += value.length;
    if (size > bytesMax) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(value);
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Failures before a connection stood: nobody has read the request. */
const UNSENT: readonly string[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

type Unreachable = Extract<Exchanged, { kind: "unreachable" }>;

/** The platform wraps what happened; only its code is said, since texts may repeat what was sent. */
function unreachable(error: unknown): Unreachable {
  const code = codeOf(error);
  if (code !== undefined && /CERT|TLS|SSL|SIGNATURE/.test(code)) {
    const problem = `its certificate is not accepted (${code})`;
    return { kind: "unreachable", problem, retryable: false, sent: false };
  }
  const problem = code === undefined ? "the connection failed" : `the connection failed (${code})`;
  const sent = code === undefined || !UNSENT.includes(code);
  return { kind: "unreachable", problem, retryable: true, sent };
}

function codeOf(error: unknown): string | undefined {
  let at = error;
  // A name that resolves to several addresses fails with an error for each.
  for (let depth = 0; depth < 4 && at instanceof Error; depth++) {
    const { code } = at as Error & { readonly code?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code;
    at = at instanceof AggregateError ? (at.errors as unknown[])[0] : at.cause;
  }
  return undefined;
}
