/** The part of a test runner that contract suites use; vitest's and jest's functions fit. */
export interface TestRunner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void>): void;
  expect(value: unknown): Expectation;
}

interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toContain(expected: unknown): void;
  toBeGreaterThanOrEqual(expected: number): void;
}

/** The error that a promise rejects with; throws when it does not reject. */
export async function rejectionOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`rejected with something that is no error: ${String(error)}`);
  }
  throw new Error("expected a rejection, and there was none");
}

/** All bytes of a stream as text. */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of content) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** A stream of these texts. */
export async function* streamOfTexts(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}
