/**
 * What a command may do with the outside: write lines to the two streams, know the current folder and the environment,
 * and hear about interrupts. Commands receive it, so tests run them without a process of their own.
 */
import pc from "picocolors";
import { LINE_WIDTH } from "./wrap.js";

export type Palette = ReturnType<typeof pc.createColors>;

export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes one line, or several, to standard output; results go here and nothing else. */
  print(text: string): void;
  /** Writes to standard error: problems and progress. */
  complain(text: string): void;
  /** Colours for standard output. */
  readonly colors: Palette;
  /** Colours for standard error. */
  readonly errorColors: Palette;
  /** Whether somebody watches standard error, so that progress is worth showing. */
  readonly watched: boolean;
  /** Whether somebody watches standard output, so that what happens is told as it happens. */
  readonly interactive: boolean;
  /** Width of the terminal behind standard output. */
  readonly columns: number;
  /** Calls back on every Ctrl+C, request to end and closing of the terminal; returns a way to stop listening. */
  onInterrupt(callback: () => void): () => void;
  /** Ends this process at once. */
  exitNow(code: number): void;
}

const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  ignoreClosedReaders();
  return {
    cwd: process.cwd(),
    env: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    colors: paletteOf(process.stdout),
    errorColors: paletteOf(process.stderr),
    watched: process.stderr.isTTY === true,
    interactive: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? LINE_WIDTH,
    onInterrupt: (callback) => {
      for (const signal of INTERRUPTS) process.on(signal, callback);
      return () => {
        for (const signal of INTERRUPTS) process.off(signal, callback);
      };
    },
    exitNow: (code) => process.exit(code),
  };
}

/** Colour only where somebody looks at it and nobody asked to do without (https://no-color.org). */
export function wantsColor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

function paletteOf(stream: NodeJS.WriteStream): Palette {
  return pc.createColors(wantsColor(stream, process.env));
}

/**
 * `crucible plan run | head -1` closes the pipe, a closed terminal answers with an error, a disk may be full: that ends
 * the printing, never the run. What is not a reader's leaving is said once where it still can be.
 */
function ignoreClosedReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    let isTold = false;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (isTold || LEFT.has(error.code ?? "")) return;
      isTold = true;
      const other = stream === process.stdout ? process.stderr : process.stdout;
      other.write(`error: output is lost: ${error.message}\n`);
    });
  }
}

/** What a stream says whose reader has gone: a pipe's, a terminal's, a socket's. */
const LEFT: ReadonlySet<string> = new Set(["EPIPE", "EIO", "ECONNRESET", "ERR_STREAM_DESTROYED"]);
