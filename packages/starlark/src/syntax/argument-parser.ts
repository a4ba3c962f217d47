import { clip } from "../errors/clip.js";
import { type GivenNames, givenBefore } from "./given-names.js";
import type { Argument, CallExpression, Expression, Name } from "./nodes.js";
import { ParameterParser } from "./parameter-parser.js";

/** Calls: `callee(argument, name = argument, *arguments, **arguments)`. */
export abstract class ArgumentParser extends ParameterParser {
  /** The call of `callee` whose `(` is the current token. */
  protected parseCall(callee: Expression): CallExpression {
    const { start } = callee;
    this.enter();
    this.lexer.next();
    const written = this.parseArguments();
    this.leave();
    this.close(")");
    const end = this.lexer.previousEnd;
    let highest = callee.depth;
    for (let index = 0; index < written.length; index++) {
      highest = Math.max(highest, (written[index] as Argument).value.depth);
    }
    const depth = this.depthOver(highest, start, end);
    return { kind: "Call", start, end, depth, callee, arguments: written };
  }

  private parseArguments(): readonly Argument[] {
    const { lists } = this;
    const first = lists.count;
    // Arguments by place need no order until another form comes.
    let order: ArgumentOrder | undefined;
    while (!this.at(")")) {
      const argument = this.parseArgument();
      if (argument.form !== "positional") order ??= new ArgumentOrder();
      if (order !== undefined) this.checkArgument(argument, first, order);
      lists.add(argument);
      if (!this.accept(",")) break;
    }
    return lists.take<Argument>(first);
  }

  private parseArgument(): Argument {
    const { start, kind } = this.lexer;
    if (kind === "*" || kind === "**") {
      this.lexer.next();
      const value = this.parseTest();
      return this.argument(kind === "*" ? "spread" : "namedSpread", start, undefined, value);
    }
    const value = this.parseTest();
    if (this.at("=")) {
      if (value.kind !== "Identifier") {
        const message = "keyword argument must have form name=expr; compare with `==`";
        throw this.fault("invalid-argument", message, value);
      }
      this.lexer.next();
      const name: Name = {
        kind: "Name",
        start,
        end: value.end,
        text: value.name,
      };
      return this.argument("named", start, name, this.parseTest());
    }
    if (this.at("for")) {
      const message = "there are no generators; write a list comprehension [... for ...]";
      throw this.fault("python-habit", message, this.lexer);
    }
    return this.argument("positional", start, undefined, value);
  }

  private argument(
    form: Argument["form"],
    start: number,
    name: Name | undefined,
    value: Expression,
  ): Argument {
    const end = this.lexer.previousEnd;
    return { kind: "Argument", start, end, form, name, value };
  }

  private checkArgument(argument: Argument, start: number, order: ArgumentOrder): void {
    const problem = order.check(argument);
    if (problem !== undefined) throw this.fault("invalid-argument", problem, argument);
    const { name } = argument;
    if (name === undefined) return;
    const first = givenBefore(name, this.lists, start, order);
    if (first === undefined) return;
    const notes = [{ message: "first here", start: first.start, end: first.end }];
    const message = `keyword argument "${clip(name.text)}" is repeated`;
    throw this.fault("duplicate-argument", message, argument, notes);
  }
}

function afterNamedSpread(form: Argument["form"]): string {
  if (form === "namedSpread") return "multiple **kwargs not allowed";
  return `${form === "spread" ? "*args" : "argument"} may not follow **kwargs`;
}

/** Which arguments may still come: places, then names, then `*`, then `**`. */
class ArgumentOrder implements GivenNames {
  byName: GivenNames["byName"] = undefined;
  private named = false;
  private spread = false;
  private namedSpread = false;

  /** What is wrong with the next argument, if anything. */
  check(argument: Argument): string | undefined {
    if (this.namedSpread) return afterNamedSpread(argument.form);
    switch (argument.form) {
      case "positional":
        if (this.spread) return "positional argument may not follow *args";
        if (this.named) return "positional argument may not follow named";
        return undefined;
      case "named":
        this.named = true;
        return this.spread ? "keyword argument may not follow *args; put it before" : undefined;
      case "spread":
        if (this.spread) return "multiple *args not allowed";
        this.spread = true;
        return undefined;
      case "namedSpread":
        this.namedSpread = true;
        return undefined;
    }
  }
}
