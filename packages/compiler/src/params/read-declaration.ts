/** Reads the declaration of one parameter: its type, default, description and constraints (DSL-006 to DSL-014). */
import type { DictEntry, Span } from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";
import { readPattern } from "../pattern/pattern.js";
import { violation } from "./constraints.js";
import { PARAM_TYPES, type ParamDeclaration, type ParamType, typeWord } from "./declaration.js";
import { type Literal, literalWords, readLiteral } from "./literal.js";
import type { NearMiss } from "./read-block.js";

type Report = (code: string, message: string, span: Span, nearMiss?: NearMiss) => void;
type Declaration = Omit<ParamDeclaration, "range">;

interface Draft {
  readonly name: string;
  /** Where the name is written. */
  readonly key: Span;
  readonly fields: readonly DictEntry[];
  readonly report: Report;
}

/** Accepted spellings of each field. */
const FIELD_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["type", "type"],
  ["required", "required"],
  ["default", "default"],
  ["description", "description"],
  ["doc", "description"],
  ["pattern", "pattern"],
  ["minimum", "minimum"],
  ["min", "minimum"],
  ["maximum", "maximum"],
  ["max", "maximum"],
  ["choices", "choices"],
  ["multiline", "multiline"],
]);

/** The declaration without its place, or `undefined` after reporting what is wrong with it. */
export function readDeclaration(draft: Draft): Declaration | undefined {
  return new DeclarationReader(draft).read();
}

class DeclarationReader {
  private readonly draft: Draft;
  private readonly literals: ReadonlyMap<string, Literal>;
  private isSound = true;

  constructor(draft: Draft) {
    this.draft = draft;
    this.literals = this.collect();
  }

  read(): Declaration | undefined {
    const type = this.type();
    if (type === undefined) return undefined;
    const required = this.boolean("required") ?? false;
    const description = this.text("description");
    const declaration: Declaration = {
      name: this.draft.name,
      type,
      required,
      multiline: this.multiline(type),
      ...(description === undefined ? {} : { description }),
      ...this.pattern(type),
      ...this.bounds(type),
      ...this.choices(type),
    };
    const fallback = this.fallback(declaration);
    return this.isSound ? { ...declaration, ...fallback } : undefined;
  }

  private collect(): Map<string, Literal> {
    const literals = new Map<string, Literal>();
    for (const { key, value } of this.draft.fields) {
      if (key.kind !== "StringLiteral") {
        this.problem("params-literal", "a field's name must be a literal string", key);
        continue;
      }
      const field = FIELD_SPELLINGS.get(key.value);
      if (field === undefined) {
        this.problem("unknown-field", `unknown field ${quote(key.value)}`, key, {
          name: key.value,
          candidates: [...FIELD_SPELLINGS.keys()],
        });
        continue;
      }
      const reading = readLiteral(value);
      if (!reading.ok) {
        const message = `a declaration must be a literal; ${reading.what} may not stand here`;
        this.problem("params-literal", message, reading.span);
        continue;
      }
      if (literals.has(field)) this.problem("duplicate-field", `${field} is given twice`, key);
      literals.set(field, reading.literal);
    }
    return literals;
  }

  private type(): ParamType | undefined {
    const literal = this.literals.get("type");
    const words = [...new Set(PARAM_TYPES.values())].map(typeWord);
    if (literal === undefined) {
      if (!this.isSound) return undefined;
      this.problem("missing-type", `declares no type; one of ${words.join(", ")}`, this.draft.key);
      return undefined;
    }
    const word = this.expect(literal, "type", "text")?.value;
    if (word === undefined) return undefined;
    const type = PARAM_TYPES.get(word);
    if (type === undefined) {
      const message = `unknown type ${quote(word)}; one of ${words.join(", ")}`;
      this.problem("unknown-type", message, literal, {
        name: word,
        candidates: [...PARAM_TYPES.keys()],
      });
    }
    return type;
  }

  private multiline(type: ParamType): boolean {
    this.onlyFor("multiline", type, ["string"]);
    return this.boolean("multiline") ?? false;
  }

  private pattern(type: ParamType): Pick<Declaration, "pattern"> {
    this.onlyFor("pattern", type, ["string"]);
    const source = this.text("pattern");
    if (source === undefined) return {};
    const reading = readPattern(source);
    if (reading.ok) return { pattern: reading.pattern };
    this.problem("bad-pattern", `its pattern ${reading.message}`, this.spanOf("pattern"));
    return {};
  }

  private bounds(type: ParamType): Pick<Declaration, "minimum" | "maximum"> {
    this.onlyFor("minimum", type, ["integer", "number"]);
    this.onlyFor("maximum", type, ["integer", "number"]);
    const minimum = this.number("minimum");
    const maximum = this.number("maximum");
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      const message = `its minimum ${minimum} is above its maximum ${maximum}`;
      this.problem("empty-range", message, this.spanOf("minimum"));
    }
    return {
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    };
  }

  private choices(type: ParamType): Pick<Declaration, "choices"> {
    const isAllowed = this.onlyFor("choices", type, ["string", "integer", "number"]);
    const literal = isAllowed ? this.literals.get("choices") : undefined;
    const list = literal && this.expect(literal, "choices", "list");
    if (!list) return {};
    const choices: (string | number)[] = [];
    for (const item of list.items) {
      const value = this.valueOf(item, type);
      if (value === undefined) {
        const message = `a choice must be of type ${typeWord(type)}, got ${literalWords(item)}`;
        this.problem("wrong-type", message, item);
      } else if (choices.includes(value as string | number)) {
        this.problem("duplicate-choice", "a choice is listed twice", item);
      } else {
        choices.push(value as string | number);
      }
    }
    if (list.items.length === 0) this.problem("empty-choices", "its choices are empty", list);
    return { choices };
  }

  private fallback(declaration: Declaration): Pick<Declaration, "default"> {
    const literal = this.literals.get("default");
    if (!literal) return {};
    if (declaration.required) {
      const message = "is required and also has a default; it is one or the other";
      this.problem("required-default", message, literal);
    }
    const value = this.valueOf(literal, declaration.type);
    if (value === undefined) {
      const wanted = typeWord(declaration.type);
      const message = `its default must be of type ${wanted}, got ${literalWords(literal)}`;
      this.problem("wrong-type", message, literal);
      return {};
    }
    const problem = violation(value, declaration);
    if (problem !== undefined) this.problem("bad-default", `its default ${problem}`, literal);
    return { default: value };
  }

  /** The literal as a value of the type, or `undefined` when it is none. */
  private valueOf(
    literal: Literal,
    type: ParamType,
  ): string | number | boolean | readonly string[] | undefined {
    switch (type) {
      case "string":
        return literal.kind === "text" ? literal.value : undefined;
      case "boolean":
        return literal.kind === "boolean" ? literal.value : undefined;
      case "integer":
        return literal.kind === "integer" ? safeInteger(literal.value) : undefined;
      case "number":
        if (literal.kind === "float") return literal.value;
        return literal.kind === "integer" ? safeInteger(literal.value) : undefined;
      case "list": {
        if (literal.kind !== "list") return undefined;
        const texts = literal.items.map((item) => (item.kind === "text" ? item.value : undefined));
        return texts.every((text) => text !== undefined) ? texts : undefined;
      }
    }
  }

  private text(field: string): string | undefined {
    const literal = this.literals.get(field);
    return literal && this.expect(literal, field, "text")?.value;
  }

  private boolean(field: string): boolean | undefined {
    const literal = this.literals.get(field);
    return literal && this.expect(literal, field, "boolean")?.value;
  }

  private number(field: string): number | undefined {
    const literal = this.literals.get(field);
    if (!literal) return undefined;
    const value = this.valueOf(literal, "number");
    if (typeof value === "number") return value;
    this.problem("wrong-type", `${field} must be a number, got ${literalWords(literal)}`, literal);
    return undefined;
  }

  private expect<K extends Literal["kind"]>(
    literal: Literal,
    field: string,
    kind: K,
  ): Extract<Literal, { kind: K }> | undefined {
    if (literal.kind === kind) return literal as Extract<Literal, { kind: K }>;
    const wanted = { text: "a string", boolean: "True or False", list: "a list" }[kind as string];
    const message = `${field} must be ${wanted ?? kind}, got ${literalWords(literal)}`;
    this.problem("wrong-type", message, literal);
    return undefined;
  }

  /** Whether the constraint is absent or fits the type; reports it when it does not. */
  private onlyFor(field: string, type: ParamType, allowed: readonly ParamType[]): boolean {
    const literal = this.literals.get(field);
    if (!literal || allowed.includes(type)) return true;
    const types = allowed.join(", ").replace(/, (?=[^,]*$)/, " and ");
    this.problem("constraint-type", `${field} applies to ${types} parameters only`, literal);
    return false;
  }

  private spanOf(field: string): Span {
    return this.literals.get(field) ?? this.draft.key;
  }

  private problem(code: string, message: string, span: Span, nearMiss?: NearMiss): void {
    this.isSound = false;
    const name = quote(this.draft.name);
    const separator = /^(is|declares) /.test(message) ? " " : ": ";
    this.draft.report(code, `parameter ${name}${separator}${message}`, span, nearMiss);
  }
}

/** At the plan's boundary integers are safe integers; inside the language they may be larger. */
function safeInteger(value: number | bigint): number | undefined {
  return typeof value === "number" ? value : undefined;
}
