/**
 * Expressions by precedence climbing.
 *
 * From weakest to strongest: lambda and conditional, or, and, not, comparisons (which do not chain), | , ^ , & , shifts,
 * sums, products, unary signs, then calls, indexes and attributes.
 */
import { COMPARISON_BINDING, NOT_BINDING, SUFFIX_BINDING } from "./binding.js";
import { DisplayParser } from "./display-parser.js";
import type { BinaryOperator, Expression, UnaryOperator } from "./nodes.js";
import { highestOf } from "./parser-base.js";

export abstract class ExpressionParser extends DisplayParser {
  /** Tests with commas between them make a tuple without parentheses. */
  protected parseExpression(): Expression {
    const first = this.parseTest();
    if (!this.at(",")) return first;
    const { lists } = this;
    const from = lists.count;
    lists.add(first);
    while (this.accept(",")) {
      if (!this.startsOperand()) {
        if (this.at(":")) throw this.unexpected("primary expression");
        const message = "unparenthesized tuple with trailing comma; put it in parentheses";
        throw this.fault("unexpected-token", message, {
          start: this.lexer.previousEnd - 1,
          end: this.lexer.previousEnd,
        });
      }
      lists.add(this.parseTest());
    }
    const elements = lists.take<Expression>(from);
    return this.tuple(first.start, this.lexer.previousEnd, elements);
  }

  protected override parseTest(): Expression {
    const { lexer } = this;
    if (lexer.kind === "lambda") return this.parseLambda();
    const consequent = this.parseBinary(1);
    return lexer.kind === "if" ? this.parseConditional(consequent) : consequent;
  }

  protected override parseOr(): Expression {
    return this.parseBinary(1);
  }

  protected override parsePrimary(): Expression {
    const { lexer } = this;
    let expression = lexer.kind === "name" ? this.identifier() : this.parseOperand();
    while (lexer.binding === SUFFIX_BINDING) {
      if (lexer.kind === "(") expression = this.parseCall(expression);
      else if (lexer.kind === ".") expression = this.parseAttribute(expression);
      else expression = this.parseIndex(expression);
    }
    return expression;
  }

  protected override parseLambda(parseBody: () => Expression = () => this.parseTest()): Expression {
    const { start, tokenCount } = this.lexer;
    this.enter();
    this.lexer.next();
    const parameters = this.parseParameters(":");
    this.expect(":", "before the body of the lambda");
    const body = parseBody();
    this.leave();
    const end = this.lexer.previousEnd;
    const defaults = parameters.flatMap((parameter) => parameter.default ?? []);
    const depth = this.depthOver(highestOf([body, ...defaults]), start, end);
    const tokens = this.lexer.tokenCount - tokenCount;
    return { kind: "Lambda", start, end, depth, tokens, parameters, body };
  }

  private parseConditional(consequent: Expression): Expression {
    const { start } = consequent;
    this.enter();
    this.lexer.next();
    const test = this.parseOr();
    if (!this.at("else")) {
      throw this.unexpected("else", "conditional expression without else clause: ");
    }
    this.lexer.next();
    const alternate = this.parseTest();
    this.leave();
    const end = this.lexer.previousEnd;
    const highest = Math.max(consequent.depth, test.depth, alternate.depth);
    const depth = this.depthOver(highest, start, end);
    return { kind: "Conditional", start, end, depth, test, consequent, alternate };
  }

  /** Operators that bind at least as strongly as `weakest`. */
  private parseBinary(weakest: number): Expression {
    const { lexer } = this;
    const negated = lexer.kind === "not" && weakest <= NOT_BINDING;
    const left = negated ? this.parseNot() : this.parseUnary();
    return lexer.binding < weakest ? left : this.parseOperators(left, weakest);
  }

  private parseOperators(first: Expression, weakest: number): Expression {
    const { lexer } = this;
    let left = first;
    let compared: BinaryOperator | undefined;
    while (lexer.binding >= weakest) {
      const { binding, start } = lexer;
      if (binding === COMPARISON_BINDING && compared !== undefined) throw this.chained(compared);
      const operator = this.parseOperator();
      if (binding === COMPARISON_BINDING) compared = operator;
      left = this.binary(operator, left, this.parseBinary(binding + 1), start);
    }
    return left;
  }

  private parseOperator(): BinaryOperator {
    const { kind } = this.lexer;
    this.lexer.next();
    if (kind !== "not") return kind as BinaryOperator;
    this.expect("in", "after `not`");
    return "not in";
  }

  private binary(
    operator: BinaryOperator,
    left: Expression,
    right: Expression,
    operatorStart: number,
  ): Expression {
    const { start } = left;
    const end = this.lexer.previousEnd;
    const highest = Math.max(left.depth, right.depth);
    const depth = this.depthOver(highest, operatorStart, operatorStart + 1);
    return {
      kind: "Binary",
      start,
      end,
      depth,
      operator,
      left,
      right,
      operatorStart,
    };
  }

  private chained(first: BinaryOperator): Error {
    const { kind } = this.lexer;
    const second = kind === "not" ? "not in" : kind;
    const message = `${first} does not associate with ${second}; write \`a < b and b < c\``;
    return this.fault("unexpected-token", message, this.lexer);
  }

  private parseNot(): Expression {
    const { start } = this.lexer;
    this.enter();
    this.lexer.next();
    const operand = this.parseBinary(NOT_BINDING);
    this.leave();
    return this.unary("not", start, operand);
  }

  private parseUnary(): Expression {
    const { kind, start } = this.lexer;
    if (kind !== "-" && kind !== "+" && kind !== "~") return this.parsePrimary();
    this.enter();
    this.lexer.next();
    const operand = this.parseUnary();
    this.leave();
    return this.unary(kind, start, operand);
  }

  private unary(operator: UnaryOperator, start: number, operand: Expression): Expression {
    const { end } = operand;
    const depth = this.depthOver(operand.depth, start, end);
    return {
      kind: "Unary",
      start,
      end: this.lexer.previousEnd,
      depth,
      operator,
      operand,
    };
  }

  private parseAttribute(object: Expression): Expression {
    this.lexer.next();
    const name = this.expectName("after `.`");
    const { start } = object;
    const depth = this.depthOver(object.depth, name.start, name.end);
    return { kind: "Attribute", start, end: name.end, depth, object, name };
  }

  /** `object[index]` or `object[lower:upper:step]` */
  private parseIndex(object: Expression): Expression {
    this.enter();
    this.lexer.next();
    const lower = this.at(":") ? undefined : this.parseExpression();
    if (!this.at(":")) {
      this.leave();
      if (!this.accept("]")) throw this.unexpected("':' or ']'");
      const index = lower as Expression;
      return this.index(object, index);
    }
    this.lexer.next();
    const upper = this.at(":") || this.at("]") ? undefined : this.parseTest();
    const step = this.accept(":") && !this.at("]") ? this.parseTest() : undefined;
    this.leave();
    this.expect("]", "to close the slice");
    return this.slice(object, lower, upper, step);
  }

  private index(object: Expression, index: Expression): Expression {
    const { start } = object;
    const end = this.lexer.previousEnd;
    const depth = this.depthOver(Math.max(object.depth, index.depth), start, end);
    return { kind: "Index", start, end, depth, object, index };
  }

  private slice(
    object: Expression,
    lower: Expression | undefined,
    upper: Expression | undefined,
    step: Expression | undefined,
  ): Expression {
    const { start } = object;
    const end = this.lexer.previousEnd;
    const highest = Math.max(object.depth, lower?.depth ?? 0, upper?.depth ?? 0, step?.depth ?? 0);
    const depth = this.depthOver(highest, start, end);
    return { kind: "Slice", start, end, depth, object, lower, upper, step };
  }

  private parseOperand(): Expression {
    const { lexer } = this;
    switch (lexer.kind) {
      case "int":
      case "float":
        return this.number(lexer.kind);
      case "string":
        return this.string();
      case "bytes":
        return this.bytesLiteral();
      case "(":
        return this.parseParenthesized();
      case "[":
        return this.parseList();
      case "{":
        return this.parseDict();
      default:
        throw this.unexpected(`primary expression${this.operandHint()}`);
    }
  }

  /** What to say when a token that cannot begin an operand is a habit from elsewhere. */
  private operandHint(): string {
    const { kind, start, source } = this.lexer;
    if (kind === "elif" || kind === "else") return `; \`${kind}\` needs an \`if\` right above it`;
    if (source.text[start - 1] !== kind) return "";
    if (kind === "&") return "; write `and` for both";
    return kind === "|" ? "; write `or` for either" : "";
  }

  private number(kind: "int" | "float"): Expression {
    const { start, end, number } = this.lexer;
    this.lexer.next();
    return kind === "int"
      ? { kind: "IntegerLiteral", start, end, depth: 1, value: number }
      : { kind: "FloatLiteral", start, end, depth: 1, value: Number(number) };
  }

  private string(): Expression {
    const { start, end, text } = this.lexer;
    this.lexer.next();
    if (this.at("string")) {
      const message = "strings that stand side by side do not join; write `+` between them";
      throw this.fault("python-habit", message, this.lexer, [
        { message: "the first string", start, end },
      ]);
    }
    return { kind: "StringLiteral", start, end, depth: 1, value: text };
  }

  private bytesLiteral(): Expression {
    const { start, end, bytes } = this.lexer;
    this.lexer.next();
    return { kind: "BytesLiteral", start, end, depth: 1, value: bytes };
  }

  private startsOperand(): boolean {
    switch (this.lexer.kind) {
      case "name":
      case "int":
      case "float":
      case "string":
      case "bytes":
      case "(":
      case "[":
      case "{":
      case "lambda":
      case "not":
      case "-":
      case "+":
      case "~":
        return true;
      default:
        return false;
    }
  }
}
