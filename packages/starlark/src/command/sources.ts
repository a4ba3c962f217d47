/**
 * Files as programs and as the modules that they load.
 *
 * A module is named by a path relative to the folder of the file that loads it, is run once however many load it, and may
 * not load itself in a circle. Every text that was read is kept, so that errors can show its lines.
 */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { Budget } from "../budget/budget.js";
import { StarlarkError } from "../errors/starlark-error.js";
import {
  checkNames,
  type EvaluateOptions,
  evaluate,
  evaluateStep,
  type LoadRequest,
  type Step,
} from "../evaluate.js";
import type { Module } from "../module.js";
import { parse } from "../syntax/parse.js";
import type { SyntaxTree } from "../syntax/syntax-tree.js";
import type { Value } from "../values/value.js";

export class Sources {
  /** The text of each source by the name that errors give it. */
  readonly texts: Map<string, string> = new Map();
  private readonly budget: Budget;
  private readonly print: (text: string) => void;
  private readonly modules: Map<string, Module | "running"> = new Map();

  constructor(budget: Budget, print: (text: string) => void) {
    this.budget = budget;
    this.print = print;
  }

  /** Reads a program, or throws the StarlarkError of its first mistake. */
  private parse(file: string, text: string): SyntaxTree {
    this.texts.set(file, text);
    const parsed = parse(text, { file, limits: this.budget.limits });
    if (parsed.ok) return parsed.tree;
    const [first, ...others] = parsed.diagnostics;
    if (first === undefined) throw new TypeError("a failed parse gave no diagnostic");
    throw new StarlarkError([first, ...others], []);
  }

  /** Runs a program whose loads are relative to the folder of `file`. */
  run(file: string, text: string): Module {
    return evaluate(this.parse(file, text), this.options(file));
  }

  /** Reads a program and finds what its names mean, without running it. */
  check(file: string, text: string): void {
    checkNames(this.parse(file, text), this.options(file));
  }

  /** Runs one statement of a conversation, which knows `names`. */
  step(file: string, text: string, names: ReadonlyMap<string, Value>): Step {
    return evaluateStep(this.parse(file, text), { ...this.options(file), predeclared: names });
  }

  private options(file: string): EvaluateOptions {
    return {
      budget: this.budget,
      print: this.print,
      load: (request) => this.load(request, dirname(file)),
    };
  }

  private load(request: LoadRequest, folder: string): Module {
    if (isAbsolute(request.path))
      request.fail("a module is named by a path relative to its loader");
    const path = normalize(join(folder, request.path));
    const known = this.modules.get(path);
    if (known === "running") return request.fail(`"${request.path}" loads itself in a circle`);
    if (known !== undefined) return known;
    const text = readModule(path, request);
    this.modules.set(path, "running");
    const module = this.run(path, text);
    this.modules.set(path, module);
    return module;
  }
}

function readModule(path: string, request: LoadRequest): string {
  try {
    return readSource(path);
  } catch (error) {
    return request.fail(`cannot read the module "${request.path}": ${reasonOf(error)}`);
  }
}

/** The text of a file; throws when it cannot be read or is no UTF-8. */
export function readSource(path: string | number): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
}

/** Why a file could not be read, in a few words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES") return "permission denied";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not UTF-8";
  return error instanceof Error ? error.message : String(error);
}
