/**
 * Reads a review template: `{{ path }}` inserts, `{% for … in path %} … {% endfor %}` repeats, `{% if path %} … {% else %}
 * … {% endif %}` chooses, `{# … #}` is left out. These are spelled as in Jinja; whatever else Jinja has is refused with
 * its place. A path begins with a part of the evidence or with a name that a repetition gives, so that a template can
 * read nothing else (HUMAN-050).
 */
import { readTagToken, type TagToken } from "./tag-tokens.js";
import {
  type Condition,
  ReviewRefused,
  type Template,
  type TemplateNode,
  type TemplatePath,
} from "./template.js";

/** How deep repetitions and choices nest. */
const DEPTH_MAX = 32;

/** Throws {@link ReviewRefused}. `roots` are the parts of the evidence. */
export function parseTemplate(source: string, roots: readonly string[]): Template {
  return new TemplateReader(source, roots).read();
}

/** What ended a list of nodes: the end of the template, or the word of a closing tag. */
type Ending = "" | "endfor" | "else" | "endif";

class TemplateReader {
  readonly #source: string;
  readonly #roots: readonly string[];
  /** Names that the repetitions around the present place give. */
  readonly #names: string[] = [];
  #offset = 0;
  #depth = 0;

  constructor(source: string, roots: readonly string[]) {
    this.#source = source;
    this.#roots = roots;
  }

  read(): Template {
    return this.#nodes([""], 0).nodes;
  }

  /** Nodes up to one of the endings; the tag that opened them is named when none comes. */
  #nodes(
    endings: readonly Ending[],
    opened: number,
  ): { readonly nodes: Template; readonly ending: Ending } {
    const nodes: TemplateNode[] = [];
    for (;;) {
      this.#readText(nodes);
      const start = this.#offset;
      if (start >= this.#source.length) {
        if (endings.includes("")) return { nodes, ending: "" };
        throw this.#fault(opened, `the tag has no ${endings.at(-1)}`);
      }
      const opening = this.#source.slice(start, start + 2);
      this.#offset += 2;
      if (opening === "{#") this.#skipComment(start);
      else if (opening === "{{") {
        nodes.push({ kind: "value", path: this.#path() });
        this.#close("}}");
      } else {
        const ending = this.#tag(nodes, endings, start);
        if (ending !== undefined) return { nodes, ending };
      }
    }
  }

  #readText(nodes: TemplateNode[]): void {
    const start = this.#offset;
    const found = this.#source.slice(start).search(/\{[{%#]/);
    this.#offset = found < 0 ? this.#source.length : start + found;
    const text = this.#source.slice(start, this.#offset);
    if (text !== "") nodes.push({ kind: "text", text });
  }

  #skipComment(start: number): void {
    const end = this.#source.indexOf("#}", this.#offset);
    if (end < 0) throw this.#fault(start, "the comment is not closed");
    this.#offset = end + 2;
  }

  /** A tag adds a node, or ends the list. */
  #tag(nodes: TemplateNode[], endings: readonly Ending[], start: number): Ending | undefined {
    const word = this.#expect("name", "the name of a tag");
    switch (word.text) {
      case "for":
        nodes.push(this.#nested(start, () => this.#each(start)));
        return undefined;
      case "if":
        nodes.push(this.#nested(start, () => this.#choice(start)));
        return undefined;
      case "endfor":
      case "else":
      case "endif":
        this.#close("%}");
        if (endings.includes(word.text)) return word.text;
        throw this.#fault(start, `${word.text} closes nothing`);
      default:
        throw this.#fault(word.offset, `the tag ${JSON.stringify(word.text)} is not supported yet`);
    }
  }

  #nested(start: number, read: () => TemplateNode): TemplateNode {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw this.#fault(start, `tags nest deeper than ${DEPTH_MAX}`);
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #each(start: number): TemplateNode {
    const first = this.#expect("name", "a name for each item").text;
    const second = this.#takes(",")
      ? this.#expect("name", "a name for each field's value").text
      : undefined;
    const word = this.#next();
    if (!isWord(word, "in")) throw this.#fault(word.offset, "a for tag needs `in` and a path");
    const path = this.#path();
    this.#close("%}");
    const names = second === undefined ? ([first] as const) : ([first, second] as const);
    this.#names.push(...names);
    const { nodes } = this.#nodes(["endfor"], start);
    this.#names.length -= names.length;
    return { kind: "each", names, path, body: nodes };
  }

  #choice(start: number): TemplateNode {
    const condition = this.#condition();
    this.#close("%}");
    const { nodes: holds, ending } = this.#nodes(["else", "endif"], start);
    const otherwise = ending === "else" ? this.#nodes(["endif"], start).nodes : [];
    return { kind: "choice", condition, holds, otherwise };
  }

  #condition(): Condition {
    const first = this.#peek();
    const negated = isWord(first, "not");
    if (negated) this.#offset = first.end;
    const path = this.#path();
    const comparison = this.#peek();
    if (comparison.text !== "==" && comparison.text !== "!=") return { path, negated };
    this.#offset = comparison.end;
    const equals = this.#literal();
    return { path, negated: negated !== (comparison.text === "!="), equals };
  }

  #literal(): string | number | boolean | null {
    const token = this.#next();
    if (token.kind === "text") return token.text;
    if (token.kind === "number") return Number(token.text);
    if (token.kind === "name") {
      if (token.text === "true" || token.text === "false") return token.text === "true";
      if (token.text === "null" || token.text === "none") return null;
    }
    throw this.#fault(
      token.offset,
      "a value is compared with a text, a number, true, false or null",
    );
  }

  #path(): TemplatePath {
    const root = this.#expect("name", "a path");
    const known = [...this.#names, ...this.#roots];
    if (!known.includes(root.text)) {
      const name = JSON.stringify(root.text);
      throw this.#fault(root.offset, `there is no ${name} here; there is ${known.join(", ")}`);
    }
    const steps: (string | number)[] = [];
    for (;;) {
      if (this.#takes(".")) steps.push(this.#expect("name", "the name of a field").text);
      else if (this.#takes("[")) steps.push(this.#index());
      else return { root: root.text, steps, at: () => this.#place(root.offset) };
    }
  }

  #index(): string | number {
    const token = this.#next();
    if (token.kind !== "text" && token.kind !== "number") {
      throw this.#fault(token.offset, "brackets hold a text or a number");
    }
    const close = this.#next();
    if (close.text !== "]") throw this.#fault(close.offset, "the bracket is not closed");
    return token.kind === "text" ? token.text : Number(token.text);
  }

  #close(mark: string): void {
    const token = this.#next();
    if (token.kind === "close" && token.text === mark) {
      this.#offset = token.end;
      return;
    }
    const shown = JSON.stringify(token.text);
    const why = token.text === "|" ? "filters are" : `${shown} before ${mark} is`;
    throw this.#fault(token.offset, `${why} not supported yet`);
  }

  #takes(mark: string): boolean {
    const token = this.#peek();
    if (token.kind !== "mark" || token.text !== mark) return false;
    this.#offset = token.end;
    return true;
  }

  #expect(kind: TagToken["kind"], what: string): TagToken {
    const token = this.#next();
    if (token.kind === kind) return token;
    throw this.#fault(token.offset, `expected ${what}, found ${JSON.stringify(token.text)}`);
  }

  #next(): TagToken {
    const token = this.#peek();
    this.#offset = token.end;
    return token;
  }

  #peek(): TagToken {
    return readTagToken(this.#source, this.#offset, (offset) => this.#place(offset));
  }

  #place(offset: number): string {
    const lines = this.#source.slice(0, offset).split("\n");
    return `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
  }

  #fault(offset: number, message: string): ReviewRefused {
    return new ReviewRefused(`${this.#place(offset)}: ${message}`);
  }
}

function isWord(token: TagToken, word: string): boolean {
  return token.kind === "name" && token.text === word;
}
