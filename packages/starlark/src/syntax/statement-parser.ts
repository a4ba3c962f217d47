/** Statements: one logical line at a time, blocks by indentation. */

import { clip } from "../errors/clip.js";
import { suggest } from "../errors/suggest.js";
import { LoadParser } from "./load-parser.js";
import type { ArithmeticOperator, Expression, Identifier, IfBranch, Statement } from "./nodes.js";
import type { SourceText } from "./source-text.js";
import { SyntaxTree } from "./syntax-tree.js";
import { STATEMENT_KEYWORDS, type TokenKind } from "./token.js";

const AUGMENTED: ReadonlyMap<TokenKind, ArithmeticOperator> = new Map<
  TokenKind,
  ArithmeticOperator
>([
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
  ["//=", "//"],
  ["%=", "%"],
  ["&=", "&"],
  ["|=", "|"],
  ["^=", "^"],
  ["<<=", "<<"],
  [">>=", ">>"],
]);

export class StatementParser extends LoadParser {
  private blockDepth = 0;

  /** The whole source. */
  parseFile(source: SourceText): SyntaxTree {
    const { lexer, lists } = this;
    lexer.next();
    while (!this.at("end of file")) {
      if (!this.accept("newline")) this.parseStatement();
    }
    const statements = lists.take<Statement>(0);
    return new SyntaxTree(source, statements, lexer.comments, this.identifierCount);
  }

  /** Adds one compound statement, or the simple statements of one line. */
  private parseStatement(): void {
    switch (this.lexer.kind) {
      case "def":
        this.lists.add(this.parseDef());
        return;
      case "if":
        this.lists.add(this.parseIf());
        return;
      case "for":
        this.lists.add(this.parseFor());
        return;
      case "indent":
        throw this.fault("invalid-indentation", "this line is indented for no reason", {
          start: this.lexer.start,
          end: this.lexer.start,
        });
      default:
        this.parseSimpleLine();
    }
  }

  private parseSimpleLine(): void {
    let last: Statement | undefined;
    do {
      if (this.at("newline")) break;
      last = this.parseSimple();
      this.lists.add(last);
    } while (this.accept(";"));
    if (this.at("newline")) {
      this.lexer.next();
      return;
    }
    if (!this.at("end of file")) throw this.trailing(last);
  }

  /** The error of a token behind a statement, whose first word may be a keyword that was mistyped. */
  private trailing(before: Statement | undefined): Error {
    const word = before?.kind === "ExpressionStatement" ? before.expression : undefined;
    if (word?.kind === "Identifier") {
      const { name, clause } = suggest(word.name, STATEMENT_KEYWORDS);
      const message = `"${clip(word.name)}" begins no statement${clause}`;
      if (name !== undefined) return this.fault("unexpected-token", message, word);
    }
    if (this.at(":")) {
      const message = "type annotations are not part of the language";
      return this.fault("python-habit", message, this.lexer);
    }
    return this.unexpected("newline");
  }

  private parseSimple(): Statement {
    const { start, end } = this.lexer;
    switch (this.lexer.kind) {
      case "return":
        return this.parseReturn();
      case "break":
        this.lexer.next();
        return { kind: "Break", start, end };
      case "continue":
        this.lexer.next();
        return { kind: "Continue", start, end };
      case "pass":
        this.lexer.next();
        return { kind: "Pass", start, end };
      case "load":
        return this.parseLoad();
      default:
        return this.parseAssignment();
    }
  }

  private parseReturn(): Statement {
    const { start } = this.lexer;
    this.lexer.next();
    const bare = this.at("newline") || this.at(";") || this.at("end of file");
    const value = bare ? undefined : this.parseExpression();
    return { kind: "Return", start, end: this.lexer.previousEnd, value };
  }

  /** `expression`, `target = value` or `target += value` */
  private parseAssignment(): Statement {
    const target = this.parseExpression();
    const { start } = target;
    if (this.accept("=")) {
      this.checkTarget(target);
      const value = this.parseExpression();
      if (this.at("=")) throw this.chainedAssignment();
      return { kind: "Assign", start, end: this.lexer.previousEnd, target, value };
    }
    const operator = AUGMENTED.get(this.lexer.kind);
    if (operator === undefined) {
      const end = this.lexer.previousEnd;
      return { kind: "ExpressionStatement", start, end, expression: target };
    }
    this.checkAugmentedTarget(target);
    this.lexer.next();
    const value = this.parseExpression();
    const end = this.lexer.previousEnd;
    return { kind: "AugmentedAssign", start, end, target, operator, value };
  }

  private chainedAssignment(): Error {
    const message = "assignments do not chain; write one assignment a line";
    return this.fault("unexpected-token", message, this.lexer);
  }

  private checkAugmentedTarget(target: Expression): void {
    if (target.kind === "Tuple" || target.kind === "List") {
      const kind = `${target.kind.toLowerCase()} expression`;
      const message = `can't use ${kind} in augmented assignment`;
      throw this.fault("invalid-target", message, target);
    }
    this.checkTarget(target);
  }

  private parseDef(): Statement {
    const { start, tokenCount } = this.lexer;
    this.lexer.next();
    const name: Identifier = this.expectIdentifier("after `def`");
    this.expect("(", "after the function's name");
    const parameters = this.parseParameters(")");
    if (!this.at(")")) throw this.parameterProblem();
    this.lexer.next();
    if (this.lexer.kind === "-" || this.lexer.kind === ">") throw this.annotation();
    const body = this.parseBlock("the parameters");
    return {
      kind: "Def",
      start,
      end: endOf(body, this.lexer.previousEnd),
      tokens: this.lexer.tokenCount - tokenCount,
      name,
      parameters,
      body,
    };
  }

  private parameterProblem(): Error {
    if (this.at(":")) return this.annotation();
    return this.unexpected("',' or ')' in the parameters");
  }

  private annotation(): Error {
    const message = "type annotations are not part of the language";
    return this.fault("python-habit", message, this.lexer);
  }

  /** The ladder is read in a loop, so its length costs no stack. */
  private parseIf(): Statement {
    const { start } = this.lexer;
    const { lists } = this;
    const first = lists.count;
    do {
      lists.add(this.parseBranch());
    } while (this.at("elif"));
    const branches = lists.take<IfBranch>(first);
    const otherwise = this.accept("else") ? this.parseBlock("`else`") : undefined;
    const end = endOf(otherwise ?? branches, start);
    return { kind: "If", start, end, branches, otherwise };
  }

  private parseBranch(): IfBranch {
    const { start } = this.lexer;
    this.lexer.next();
    const test = this.parseTest();
    if (this.at("=")) {
      const message = "`=` assigns; compare with `==`";
      throw this.fault("unexpected-token", message, this.lexer);
    }
    const body = this.parseBlock("the condition");
    return { kind: "IfBranch", start, end: endOf(body, test.end), test, body };
  }

  private parseFor(): Statement {
    const { start, tokenCount } = this.lexer;
    this.lexer.next();
    const target = this.parseLoopTarget();
    this.expect("in", "after the targets of `for`");
    const iterable = this.parseExpression();
    const body = this.parseBlock("the iterable");
    if (this.at("else")) {
      const message = "a `for` has no `else`; set a variable in the loop and test it";
      throw this.fault("python-habit", message, this.lexer);
    }
    const end = endOf(body, iterable.end);
    const tokens = this.lexer.tokenCount - tokenCount;
    return { kind: "For", start, end, tokens, target, iterable, body };
  }

  /** `:` and what belongs under it: the rest of the line, or an indented block. */
  private parseBlock(before: string): readonly Statement[] {
    if (!this.accept(":")) throw this.unexpected(`':' after ${before}`);
    const { lists } = this;
    const first = lists.count;
    if (!this.at("newline")) {
      this.parseSimpleLine();
      return lists.take<Statement>(first);
    }
    this.lexer.next();
    if (!this.at("indent")) throw this.missingBlock(before);
    if (++this.blockDepth > this.limits.blockDepth) {
      throw this.exceeded("blockDepth", "blocks nest too deep", {
        start: this.lexer.start,
        end: this.lexer.start,
      });
    }
    this.lexer.next();
    while (!this.at("dedent")) {
      if (!this.accept("newline")) this.parseStatement();
    }
    this.lexer.next();
    this.blockDepth--;
    return lists.take<Statement>(first);
  }

  private missingBlock(before: string): Error {
    const { start } = this.lexer;
    const message = `expected an indented block after ${before}; write \`pass\` for an empty one`;
    return this.fault("missing-block", message, { start, end: start });
  }
}

function endOf(body: readonly (Statement | IfBranch)[], otherwise: number): number {
  return body[body.length - 1]?.end ?? otherwise;
}
