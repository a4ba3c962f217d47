/**
 * Reads an expression as data, without evaluating anything.
 *
 * Only what means the same in every program is a literal: texts, numbers with a minus sign, True and False, and lists of
 * texts. Everything else is refused at its own place, so a params block can be read from a source nobody trusts (DSL-003).
 */
import type { Expression, Span } from "@crucible/starlark";

export type Literal =
  | (Span & { readonly kind: "text"; readonly value: string })
  | (Span & { readonly kind: "integer"; readonly value: number | bigint })
  | (Span & { readonly kind: "float"; readonly value: number })
  | (Span & { readonly kind: "boolean"; readonly value: boolean })
  | (Span & { readonly kind: "list"; readonly items: readonly Literal[] });

export type LiteralReading =
  | { readonly ok: true; readonly literal: Literal }
  | { readonly ok: false; readonly span: Span; readonly what: string };

export function readLiteral(expression: Expression): LiteralReading {
  const { start, end } = expression;
  switch (expression.kind) {
    case "StringLiteral":
      return found({ kind: "text", value: expression.value, start, end });
    case "IntegerLiteral":
      return found({ kind: "integer", value: expression.value, start, end });
    case "FloatLiteral":
      return found({ kind: "float", value: expression.value, start, end });
    case "Identifier":
      if (expression.name !== "True" && expression.name !== "False") break;
      return found({ kind: "boolean", value: expression.name === "True", start, end });
    case "Unary":
      return expression.operator === "-"
        ? negated(expression, readLiteral(expression.operand))
        : notLiteral(expression);
    case "List": {
      const items: Literal[] = [];
      for (const element of expression.elements) {
        const reading = readLiteral(element);
        if (!reading.ok) return reading;
        items.push(reading.literal);
      }
      return found({ kind: "list", items, start, end });
    }
    default:
  }
  return notLiteral(expression);
}

function found(literal: Literal): LiteralReading {
  return { ok: true, literal };
}

function negated(expression: Expression, operand: LiteralReading): LiteralReading {
  if (!operand.ok) return operand;
  const { start, end } = expression;
  if (operand.literal.kind === "integer") {
    const value = operand.literal.value;
    const negative = typeof value === "bigint" ? -value : 0 - value;
    return found({ kind: "integer", value: negative, start, end });
  }
  if (operand.literal.kind === "float") {
    return found({ kind: "float", value: 0 - operand.literal.value, start, end });
  }
  return notLiteral(expression);
}

function notLiteral(expression: Expression): LiteralReading {
  return { ok: false, span: expression, what: expressionWords(expression) };
}

/** What a message calls an expression that is no literal. */
export function expressionWords(expression: Expression): string {
  switch (expression.kind) {
    case "Identifier":
      return `the name ${expression.name}`;
    case "Call":
      return "a call";
    case "Dict":
      return "a dict";
    case "Tuple":
      return "a tuple";
    case "ListComprehension":
    case "DictComprehension":
      return "a comprehension";
    default:
      return "an operation";
  }
}

/** What a message calls a literal. */
export function literalWords(literal: Literal): string {
  switch (literal.kind) {
    case "text":
      return "a string";
    case "integer":
      return "an integer";
    case "float":
      return "a float";
    case "boolean":
      return "a bool";
    case "list":
      return "a list";
  }
}
