/** The command line, read into one wish. */
import { DEFAULT_LIMITS, type LimitName, type Limits } from "../budget/limits.js";
import { suggest } from "../errors/suggest.js";

export type Wish =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "interactive"; readonly limits: Partial<Limits> }
  | { readonly kind: "code"; readonly code: string; readonly limits: Partial<Limits> }
  | {
      readonly kind: "file";
      /** `-` is standard input. */
      readonly path: string;
      /** Whether the file is read only. */
      readonly check: boolean;
      readonly limits: Partial<Limits>;
    };

/** A command line that means nothing; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export async function readWish(args: readonly string[]): Promise<Wish> {
  const { values, positionals } = await parsed(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const limits = readBounds(values.bound ?? []);
  const [path, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`one file at a time, got ${positionals.length}`);
  if (values.command !== undefined) {
    if (path !== undefined || values.check) throw new UsageError("-c takes no file and no --check");
    return { kind: "code", code: values.command, limits };
  }
  if (path !== undefined) return { kind: "file", path, check: values.check, limits };
  if (values.check) throw new UsageError("--check needs a file");
  return { kind: "interactive", limits };
}

interface Parsed {
  readonly values: {
    readonly help: boolean;
    readonly version: boolean;
    readonly check: boolean;
    readonly command?: string | undefined;
    readonly bound?: string[] | undefined;
  };
  readonly positionals: readonly string[];
}

const NO_OPTIONS: Parsed["values"] = { help: false, version: false, check: false };

async function parsed(args: readonly string[]): Promise<Parsed> {
  if (!args.some((argument) => argument.startsWith("-") && argument !== "-")) {
    return { values: NO_OPTIONS, positionals: args };
  }
  // Only options need it, so that a file does not wait for it to load.
  const { parseArgs } = await import("node:util");
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        version: { type: "boolean", short: "V", default: false },
        check: { type: "boolean", default: false },
        command: { type: "string", short: "c" },
        bound: { type: "string", multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readBounds(written: readonly string[]): Partial<Limits> {
  const bounds: Partial<Record<LimitName, number>> = {};
  for (const text of written) {
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? "" : text.slice(at + 1);
    if (!isLimitName(name)) {
      const { clause } = suggest(name, Object.keys(DEFAULT_LIMITS));
      throw new UsageError(`--bound knows no ${JSON.stringify(name)}${clause}`);
    }
    if (!/^[0-9]{1,15}$/.test(value)) {
      throw new UsageError(`--bound ${name} needs a whole number, as in --bound ${name}=1000`);
    }
    bounds[name] = Number(value);
  }
  return bounds;
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}
