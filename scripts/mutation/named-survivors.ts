/**
 * Reads scripts/mutation/survivors.md. Its fenced blocks name mutants by file, source line and change, each by deeper
 * indentation, and after `--` the reason that holds for the changes above it:
 *
 *     graph/heap.ts
 *       if (above <= item) break;
 *         above <= item: <
 *         -- among equals no order is needed
 */
import type { Mutant } from "./instrument.js";

/** Names of mutants, by what {@link nameOf} gives, with the heading under which each stands. */
export type NamedSurvivors = ReadonlyMap<string, string>;

/** What a mutant is called in the document; line numbers move, so they are no part of it. */
export function nameOf(mutant: Mutant): string {
  return [mutant.file, mutant.source, mutant.what].join("\n");
}

/** Throws an error that names the line when a change has no reason, or is named twice. */
export function readNamedSurvivors(text: string): NamedSurvivors {
  const reader = new Reader();
  for (const [index, line] of text.split("\n").entries()) reader.take(line, index + 1);
  return reader.named;
}

/** The names in what `--survivors` wrote: the same form, without fences and reasons. */
export function readNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let file = "";
  let source = "";
  for (const line of text.split("\n")) {
    const indentation = line.length - line.trimStart().length;
    if (indentation === 0) file = line;
    else if (indentation === 2) source = line.trim();
    else names.add([file, source, line.trim()].join("\n"));
  }
  return names;
}

class Reader {
  readonly named: Map<string, string> = new Map();
  #heading = "";
  #fenced = false;
  #file = "";
  #source = "";
  /** Line of the first change that still waits for its reason. */
  #unreasoned: number | undefined;

  take(line: string, number: number): void {
    if (line.startsWith("```")) {
      this.#expectReason();
      this.#fenced = !this.#fenced;
    } else if (this.#fenced) this.#takeFenced(line, number);
    else if (line.startsWith("## ")) this.#heading = line.slice(3);
  }

  #takeFenced(line: string, number: number): void {
    const words = line.trim();
    const indentation = line.length - line.trimStart().length;
    if (words === "") return;
    if (indentation === 4 && words.startsWith("-- ")) {
      this.#unreasoned = undefined;
      return;
    }
    if (indentation < 4) this.#expectReason();
    if (indentation === 0) this.#file = words;
    else if (indentation === 2) this.#source = words;
    else this.#name(words, number);
  }

  #name(what: string, number: number): void {
    const name = [this.#file, this.#source, what].join("\n");
    if (this.named.has(name)) throw new Error(`line ${number} names a survivor again`);
    this.named.set(name, this.#heading);
    this.#unreasoned ??= number;
  }

  #expectReason(): void {
    if (this.#unreasoned === undefined) return;
    throw new Error(`line ${this.#unreasoned} names a survivor without a reason`);
  }
}
