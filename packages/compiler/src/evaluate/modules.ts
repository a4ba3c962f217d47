/**
 * Loads and evaluates the sources of a compilation: the root and what it loads.
 *
 * A module is read from the pack's bytes through the path policy, evaluated once however it is spelled, and shares the
 * one budget. Modules and their bytes are counted before they are parsed.
 */
import { type DiagnosticNote, didYouMean, nearest, type SourceRange } from "@crucible/core";
import {
  evaluate,
  type LoadRequest,
  type Module,
  parse,
  StarlarkError,
  type SyntaxTree,
  type Value,
} from "@crucible/starlark";
import { errorAt } from "../diagnostics/error-at.js";
import { quotePath } from "../diagnostics/quote.js";
import { boundClause } from "../limits/limits.js";
import { readPackPath } from "../pack/pack-path.js";
import { decodeText } from "../pack/source-text.js";
import { findParamsBlocks } from "../params/read-block.js";
import type { Compilation } from "./compilation.js";
import { unknownNameWording } from "./suggestions.js";

export class Modules {
  readonly #compilation: Compilation;
  readonly #predeclared: ReadonlyMap<string, Value>;
  readonly #elsewhere: (name: string) => readonly string[];
  readonly #loaded = new Map<string, Module>();
  /** Modules being evaluated, outermost first, each with the `load` that asked for it. */
  readonly #loading = new Map<string, SourceRange | undefined>();
  #bytes = 0;

  /** `elsewhere` gives sentences about a function that only other lanes have. */
  constructor(
    compilation: Compilation,
    predeclared: ReadonlyMap<string, Value>,
    elsewhere: (name: string) => readonly string[],
  ) {
    this.#compilation = compilation;
    this.#predeclared = predeclared;
    this.#elsewhere = elsewhere;
  }

  /** Evaluates the root source. Throws a StarlarkError. */
  root(tree: SyntaxTree, bytes: number): Module {
    this.#bytes = bytes;
    return this.#evaluate(tree, undefined);
  }

  #evaluate(tree: SyntaxTree, asked: SourceRange | undefined): Module {
    this.#loading.set(tree.file, asked);
    const module = evaluate(tree, {
      budget: this.#compilation.budget,
      predeclared: this.#predeclared,
      load: (request) => this.#load(request),
      unknownName: unknownNameWording(tree, this.#elsewhere),
    });
    this.#loading.delete(tree.file);
    return module;
  }

  #load(request: LoadRequest): Module {
    const subject = `load(${quotePath(request.path)})`;
    const reading = readPackPath(request.path);
    if (!reading.ok) return request.fail(`${subject} ${reading.message}`, { code: "pack-file" });
    const { path } = reading;
    const loaded = this.#loaded.get(path);
    if (loaded) return loaded;
    if (this.#loading.has(path)) return this.#refuseCycle(request, subject, path);
    const tree = this.#parse(request, subject, path);
    const module = this.#evaluate(tree, request.range);
    this.#loaded.set(path, module);
    return module;
  }

  #parse(request: LoadRequest, subject: string, path: string): SyntaxTree {
    const { pack, limits } = this.#compilation;
    const file = pack.files.get(path);
    if (!file) {
      const paths = [...pack.files.keys()];
      const suggestion = nearest(path, paths);
      const message = `${subject}: the pack has no such file${didYouMean(path, paths)}`;
      return request.fail(message, {
        code: "pack-file",
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
    if (this.#loaded.size + this.#loading.size > limits.modules) {
      const message = `the workflow loads too many modules; ${boundClause("modules", limits)}`;
      return request.fail(message, { code: "bound-modules" });
    }
    this.#bytes += file.bytes.length;
    if (this.#bytes > limits.modulesBytes) {
      const message = `the workflow and its modules are ${this.#bytes} bytes of source; ${boundClause("modulesBytes", limits)}`;
      return request.fail(message, { code: "bound-modules-bytes" });
    }
    const decoded = decodeText(file.bytes);
    if (!decoded.ok) return request.fail(`${subject} ${decoded.message}`, { code: "pack-file" });
    const parsed = parse(decoded.text, { file: path, limits });
    const note: DiagnosticNote = { message: "loaded here", range: request.range };
    if (!parsed.ok) {
      const [first] = parsed.diagnostics;
      const message = first?.message ?? "";
      const notes = [...(first?.notes ?? []), note];
      throw new StarlarkError(
        [errorAt(first?.code ?? "syntax", message, first?.range, { notes })],
        [],
      );
    }
    const [block] = findParamsBlocks(parsed.tree);
    if (block) {
      const message = "a loaded library may not declare params; only the workflow source does";
      const range = parsed.tree.range(block);
      throw new StarlarkError([errorAt("library-params", message, range, { notes: [note] })], []);
    }
    return parsed.tree;
  }

  #refuseCycle(request: LoadRequest, subject: string, path: string): never {
    const notes: DiagnosticNote[] = [];
    let isInside = false;
    for (const [file, asked] of this.#loading) {
      if (isInside && asked) notes.push({ message: `${file} is loaded here`, range: asked });
      if (file === path) isInside = true;
    }
    return request.fail(`${subject} forms a cycle`, { code: "load-cycle", notes });
  }
}
