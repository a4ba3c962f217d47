/**
 * Reads the files that a source embeds: prompts, schemas, skills, templates, reviews.
 *
 * All of them come from the pack's frozen bytes through the one path policy, and their sizes are checked before they are
 * decoded. A file that is named twice is read and counted once.
 */
import { didYouMean, nearest, type Pack, type PackFile } from "@crucible/core";
import { boundClause, type CompileLimits } from "../limits/limits.js";
import { readPackPath } from "./pack-path.js";
import { decodeText } from "./source-text.js";

export type EmbeddedReading =
  | { readonly ok: true; readonly text: string; readonly path: string }
  | { readonly ok: false; readonly message: string; readonly suggestion?: string | undefined };

export class EmbeddedFiles {
  readonly #pack: Pack;
  readonly #limits: CompileLimits;
  readonly #texts = new Map<string, string>();
  #bytes = 0;

  constructor(pack: Pack, limits: CompileLimits) {
    this.#pack = pack;
    this.#limits = limits;
  }

  /** Reads the file that `written` names; messages begin with `subject`, such as `prompt_file("a.md")`. */
  read(subject: string, written: string, bound: "fileBytes" | "schemaBytes"): EmbeddedReading {
    const reading = readPackPath(written);
    if (!reading.ok) return { ok: false, message: `${subject} ${reading.message}` };
    const { path } = reading;
    const known = this.#texts.get(path);
    if (known !== undefined) return { ok: true, text: known, path };
    const file = this.#pack.files.get(path);
    if (!file) {
      const paths = [...this.#pack.files.keys()];
      const message = `${subject}: the pack has no such file${didYouMean(path, paths)}`;
      return { ok: false, message, suggestion: nearest(path, paths) };
    }
    const problem = this.#admit(file, bound);
    if (problem !== undefined) return { ok: false, message: `${subject} ${problem}` };
    const decoded = decodeText(file.bytes);
    if (!decoded.ok) return { ok: false, message: `${subject} ${decoded.message}` };
    this.#texts.set(path, decoded.text);
    return { ok: true, text: decoded.text, path };
  }

  #admit(file: PackFile, bound: "fileBytes" | "schemaBytes"): string | undefined {
    const size = file.bytes.length;
    if (size > this.#limits[bound]) return `is ${size} bytes; ${boundClause(bound, this.#limits)}`;
    this.#bytes += size;
    if (this.#bytes <= this.#limits.embeddedBytes) return undefined;
    return `makes the embedded files larger than they may be together; ${boundClause("embeddedBytes", this.#limits)}`;
  }
}
