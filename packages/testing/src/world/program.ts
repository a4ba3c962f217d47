/** Programs: what stands in for executables in a World in memory. */

/** A program gives its exit code, 0 unless it says otherwise; a thrown error is printed to standard error and exits 1. */
// biome-ignore lint/suspicious/noConfusingVoidType: a program that returns nothing exits with 0
export type Program = (run: ProgramRun) => number | void | Promise<number | void>;

/** Finds the program for an argument list; `undefined` is a failure to start. */
export type ProgramLookup = (argv: readonly string[]) => Program | undefined;

/**
 * What a running program sees and does. After its process ended, every call throws. Its members may be taken out of it one
 * by one, but a spread does not copy them.
 */
export interface ProgramRun {
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: string;
  /** Aborted when the process is killed; a killed process is gone whether its program returns or not. */
  readonly signal: AbortSignal;
  /** Text of the private file that a variable names. */
  privateFile(variable: string): string | undefined;
  /** The inputs object that every attempt is given. */
  inputs(): unknown;
  read(path: string): string | undefined;
  /** Paths of the workspace's entries, sorted. */
  list(): readonly string[];
  write(path: string, content: string | Uint8Array, executable?: boolean): void;
  /** Puts something other than a plain file. */
  place(path: string, entry: "folder" | "fifo" | "hard_link" | { readonly linkTo: string }): void;
  remove(path: string): void;
  print(text: string): void;
  complain(text: string): void;
  /** Appends to the file that a feedback variable names. */
  report(variable: string, text: string): void;
  /** Waits on the World's clock. */
  sleep(ms: number): Promise<void>;
  /** Leaves a process behind that cannot be ended. */
  leaveBehind(description: string): void;
}

/** Programs by command text, for `sh -c <text>`. */
export function shell(commands: Readonly<Record<string, Program>>): ProgramLookup {
  const byText = new Map(Object.entries(commands));
  return (argv) => (argv[0] === "sh" && argv[1] === "-c" ? byText.get(argv[2] ?? "") : undefined);
}

/** The first lookup that knows the program. */
export function firstOf(...lookups: readonly ProgramLookup[]): ProgramLookup {
  return (argv) => {
    for (const lookup of lookups) {
      const program = lookup(argv);
      if (program !== undefined) return program;
    }
    return undefined;
  };
}

/** A program that prints one JSON value as its last line. */
export function printing(value: unknown): Program {
  return (run) => run.print(`${JSON.stringify(value)}\n`);
}

/** A program that exits with a code after printing to standard output and standard error. */
export function exiting(code: number, stdout = "", stderr = ""): Program {
  return (run) => {
    run.print(stdout);
    run.complain(stderr);
    return code;
  };
}
