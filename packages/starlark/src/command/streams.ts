/**
 * The streams of the process.
 *
 * Making a stream takes as long as running a short program. The process makes each when it is asked for by name, while an
 * import from `node:process` asks for all three at once, so the process is reached through the global object here.
 */
const { process } = globalThis;

/** Writes to standard output. */
export function writeOut(text: string): void {
  guarded(process.stdout).write(text);
}

/** Writes to standard error. */
export function writeError(text: string): void {
  guarded(process.stderr).write(text);
}

/** What a conversation reads from and shows its prompts on. */
export function terminal(): {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
} {
  return { input: process.stdin, output: guarded(process.stdout) };
}

/** Whether standard input is a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY;
}

const guards: Set<NodeJS.WriteStream> = new Set();

function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (guards.has(stream)) return stream;
  guards.add(stream);
  return stream.on("error", endWithReader);
}

/** Whoever read the output has gone, as `head` does: there is nobody left to write for. */
function endWithReader(error: Error): void {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
  process.exit();
}
