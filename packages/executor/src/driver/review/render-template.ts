/**
 * Fills a review template from the evidence. A path that leads nowhere fails: a review with a hole would be decided on as
 * if nothing was missing. Both the text and the work are bounded, whatever the evidence holds (HUMAN-050, HUMAN-053).
 */
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
} from "@crucible/core";
import { escapeMarkdown } from "./escape-markdown.js";
import {
  type Condition,
  ReviewRefused,
  type Template,
  type TemplateNode,
  type TemplatePath,
} from "./template.js";

/** How many values, repetitions and choices one review may come to; a choice counts for as much as it looks at. */
const STEPS_MAX = 1_000_000;

export interface RenderBound {
  /** Longest text, in characters. */
  readonly charactersMax: number;
  /** The bound's name, for the message. */
  readonly name: string;
}

/** The document. Throws {@link ReviewRefused}. */
export function renderTemplate(
  template: Template,
  evidence: JsonObject,
  bound: RenderBound,
): string {
  const rendering = new Rendering(evidence, bound);
  rendering.write(template);
  return rendering.text;
}

class Rendering {
  text = "";
  readonly #evidence: JsonObject;
  readonly #bound: RenderBound;
  /** Values of the repetitions around the present place; an inner name stands before an outer one. */
  readonly #names: (readonly [string, JsonValue])[] = [];
  #steps = 0;

  constructor(evidence: JsonObject, bound: RenderBound) {
    this.#evidence = evidence;
    this.#bound = bound;
  }

  write(template: Template): void {
    for (const node of template) this.#writeNode(node);
  }

  #writeNode(node: TemplateNode): void {
    this.#charge(1);
    switch (node.kind) {
      case "text":
        this.#append(node.text);
        return;
      case "value":
        this.#append(escapeMarkdown(textOf(this.#valueAt(node.path))));
        return;
      case "each":
        this.#writeEach(node);
        return;
      case "choice":
        this.write(this.#holds(node.condition) ? node.holds : node.otherwise);
        return;
    }
  }

  /** Counts work before it is done. */
  #charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > STEPS_MAX) {
      throw new ReviewRefused(`the review comes to more than ${STEPS_MAX} steps`);
    }
  }

  #append(text: string): void {
    this.text += text;
    const { charactersMax, name } = this.#bound;
    if (this.text.length > charactersMax) {
      throw new ReviewRefused(`the review is longer than ${charactersMax}, which ${name} allows`);
    }
  }

  #writeEach({ names, path, body }: Extract<TemplateNode, { kind: "each" }>): void {
    const value = this.#valueAt(path);
    const [first, second] = names;
    if (second === undefined) {
      if (!Array.isArray(value)) throw fault(path, path.steps.length, "is no list");
      for (const item of value as readonly JsonValue[]) this.#writeWith([[first, item]], body);
      return;
    }
    if (!isJsonObject(value)) throw fault(path, path.steps.length, "is no object");
    // In the order of the canonical encoding, which is what the digest covers.
    for (const name of Object.keys(value).sort()) {
      this.#writeWith(
        [
          [first, name],
          [second, ownField(value, name) ?? null],
        ],
        body,
      );
    }
  }

  #writeWith(names: readonly (readonly [string, JsonValue])[], body: Template): void {
    // Also an empty body is work.
    this.#charge(1);
    this.#names.unshift(...names);
    this.write(body);
    this.#names.splice(0, names.length);
  }

  #holds({ path, negated, equals }: Condition): boolean {
    const value = this.#valueAt(path);
    if (typeof equals === "string") this.#charge(equals.length);
    if (equals === undefined && isJsonObject(value)) this.#charge(Object.keys(value).length);
    const holds = equals === undefined ? !isEmpty(value) : value === equals;
    return holds !== negated;
  }

  #valueAt(path: TemplatePath): JsonValue {
    const named = this.#names.find(([name]) => name === path.root);
    let value = named ? named[1] : ownField(this.#evidence, path.root);
    for (const [index, step] of path.steps.entries()) {
      value = value === undefined ? undefined : memberOf(value, step);
      if (value === undefined) throw fault(path, index + 1, "is not in the evidence");
    }
    if (value === undefined) throw fault(path, 0, "is not in the evidence");
    return value;
  }
}

function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) {
    return typeof step === "number" ? (value as readonly JsonValue[])[step] : undefined;
  }
  return isJsonObject(value) && typeof step === "string" ? ownField(value, step) : undefined;
}

/** Texts as they are, everything else as JSON. */
function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === null || value === false || value === 0 || value === "";
}

function fault(path: TemplatePath, steps: number, problem: string): ReviewRefused {
  const shown = path.steps
    .slice(0, steps)
    .map((step) => `[${JSON.stringify(step)}]`)
    .join("");
  return new ReviewRefused(`${path.at()}: ${path.root}${shown} ${problem}`);
}
