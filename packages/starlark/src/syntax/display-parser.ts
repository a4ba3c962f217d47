import { ArgumentParser } from "./argument-parser.js";
import type { ComprehensionClause, DictEntry, Expression, ForClause, IfClause } from "./nodes.js";
import { highestOf } from "./parser-base.js";
import type { TokenKind } from "./token.js";

/** Brackets that make values: parentheses, tuples, lists, dicts and comprehensions. */
export abstract class DisplayParser extends ArgumentParser {
  /** One test without a conditional at its top, as the source of a comprehension. */
  protected abstract parseOr(): Expression;
  /** A lambda; `parseBody` reads its body where that is no whole test. */
  protected abstract parseLambda(parseBody?: () => Expression): Expression;
  /** An operand with its attributes, indexes and calls. */
  protected abstract parsePrimary(): Expression;

  /** `()`, `(x)`, `(x,)` or `(x, y)`. */
  protected parseParenthesized(): Expression {
    const { start } = this.lexer;
    this.enter();
    this.lexer.next();
    const { lists } = this;
    const first = lists.count;
    let only: Expression | undefined;
    while (!this.at(")")) {
      const element = this.parseTest();
      only = lists.count === first && !this.at(",") ? element : undefined;
      lists.add(element);
      if (!this.accept(",")) break;
    }
    if (this.at("for")) throw this.generator();
    this.leave();
    this.close(")");
    const elements = lists.take<Expression>(first);
    return only ?? this.tuple(start, this.lexer.previousEnd, elements);
  }

  protected tuple(start: number, end: number, elements: readonly Expression[]): Expression {
    const depth = this.depthOver(highestOf(elements), start, end);
    return { kind: "Tuple", start, end, depth, elements };
  }

  /** A list or a list comprehension. */
  protected parseList(): Expression {
    const { start, tokenCount } = this.lexer;
    this.enter();
    this.lexer.next();
    const { lists } = this;
    const first = lists.count;
    while (!this.at("]")) {
      const element = this.parseTest();
      if (lists.count === first && this.at("for")) {
        return this.listComprehension(start, tokenCount, element);
      }
      lists.add(element);
      if (!this.accept(",")) break;
    }
    this.leave();
    this.close("]");
    const elements = lists.take<Expression>(first);
    const end = this.lexer.previousEnd;
    const depth = this.depthOver(highestOf(elements), start, end);
    return { kind: "List", start, end, depth, elements };
  }

  /** A dict or a dict comprehension. */
  protected parseDict(): Expression {
    const { start, tokenCount } = this.lexer;
    this.enter();
    this.lexer.next();
    const { lists } = this;
    const first = lists.count;
    while (!this.at("}")) {
      const entry = this.parseEntry(lists.count === first);
      if (lists.count === first && this.at("for")) {
        return this.dictComprehension(start, tokenCount, entry);
      }
      lists.add(entry);
      if (!this.accept(",")) break;
    }
    this.leave();
    this.close("}");
    const entries = lists.take<DictEntry>(first);
    const end = this.lexer.previousEnd;
    const depth = this.depthOver(highestEntry(entries), start, end);
    return { kind: "Dict", start, end, depth, entries };
  }

  /** Targets of a `for`, up to `in`. */
  protected parseLoopTarget(): Expression {
    const { start } = this.lexer;
    const first = this.parsePrimary();
    const target = this.at(",") ? this.parseLoopTargets(start, first) : first;
    this.checkTarget(target);
    return target;
  }

  private parseLoopTargets(start: number, first: Expression): Expression {
    const { lists } = this;
    const from = lists.count;
    lists.add(first);
    while (this.accept(",")) {
      if (this.at("in")) break;
      lists.add(this.parsePrimary());
    }
    const targets = lists.take<Expression>(from);
    return this.tuple(start, this.lexer.previousEnd, targets);
  }

  /** Refuses what nothing can be assigned to. */
  protected checkTarget(target: Expression): void {
    switch (target.kind) {
      case "Identifier":
      case "Attribute":
      case "Index":
        return;
      case "Tuple":
      case "List":
        for (const element of target.elements) this.checkTarget(element);
        return;
      default: {
        const message = `can't assign to ${describeExpression(target)}`;
        throw this.fault("invalid-target", message, target);
      }
    }
  }

  private parseEntry(first: boolean): DictEntry {
    const key = this.parseTest();
    if (first && (this.at(",") || this.at("}"))) {
      const message = "there are no set literals; write set([...])";
      throw this.fault("python-habit", message, key);
    }
    this.expect(":", "after a dict key");
    const value = this.parseTest();
    return { kind: "DictEntry", start: key.start, end: value.end, key, value };
  }

  private listComprehension(start: number, firstToken: number, element: Expression): Expression {
    const clauses = this.parseClauses("]");
    this.leave();
    this.close("]");
    const end = this.lexer.previousEnd;
    const highest = Math.max(element.depth, highestClause(clauses)) + clauses.length;
    const depth = this.depthOver(highest, start, end);
    const tokens = this.lexer.tokenCount - firstToken;
    return {
      kind: "ListComprehension",
      start,
      end,
      depth,
      tokens,
      element,
      clauses,
    };
  }

  private dictComprehension(start: number, firstToken: number, entry: DictEntry): Expression {
    const clauses = this.parseClauses("}");
    this.leave();
    this.close("}");
    const end = this.lexer.previousEnd;
    const highest = Math.max(highestEntry([entry]), highestClause(clauses)) + clauses.length;
    const depth = this.depthOver(highest, start, end);
    const tokens = this.lexer.tokenCount - firstToken;
    return {
      kind: "DictComprehension",
      start,
      end,
      depth,
      tokens,
      entry,
      clauses,
    };
  }

  private parseClauses(closing: TokenKind): readonly ComprehensionClause[] {
    const { lists } = this;
    const first = lists.count;
    while (!this.at(closing)) {
      if (this.at("for")) lists.add(this.parseForClause());
      else if (this.at("if")) lists.add(this.parseIfClause());
      else throw this.unexpected(`'${closing}', for, or if`);
    }
    return lists.take<ComprehensionClause>(first);
  }

  private parseForClause(): ForClause {
    const { start } = this.lexer;
    this.lexer.next();
    const target = this.parseLoopTarget();
    this.expect("in", "after the targets of `for`");
    const iterable = this.parseOr();
    return { kind: "ForClause", start, end: iterable.end, target, iterable };
  }

  private parseIfClause(): IfClause {
    const { start } = this.lexer;
    this.lexer.next();
    // The body of a lambda is no conditional here, since an `else` could not belong to the clause.
    const test = this.at("lambda") ? this.parseLambda(() => this.parseOr()) : this.parseOr();
    return { kind: "IfClause", start, end: test.end, test };
  }

  private generator(): Error {
    const message = "there are no generators; write a list comprehension [... for ...]";
    return this.fault("python-habit", message, this.lexer);
  }
}

function highestEntry(entries: readonly DictEntry[]): number {
  let highest = 0;
  for (const { key, value } of entries) highest = Math.max(highest, key.depth, value.depth);
  return highest;
}

function highestClause(clauses: readonly ComprehensionClause[]): number {
  let highest = 0;
  for (const clause of clauses) {
    highest =
      clause.kind === "IfClause"
        ? Math.max(highest, clause.test.depth)
        : Math.max(highest, clause.target.depth, clause.iterable.depth);
  }
  return highest;
}

/** What an expression is, for a message about assigning to it. */
function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case "IntegerLiteral":
    case "FloatLiteral":
    case "StringLiteral":
    case "BytesLiteral":
      return "literal";
    case "ListComprehension":
    case "DictComprehension":
      return "comprehension";
    default:
      return `${expression.kind.toLowerCase()}expr`;
  }
}
