import { clip } from "../errors/clip.js";
import { type GivenNames, givenBefore } from "./given-names.js";
import type { Expression, Identifier, Parameter } from "./nodes.js";
import { ParserBase } from "./parser-base.js";
import type { TokenKind } from "./token.js";

/** Parameters of `def` and `lambda`. */
export abstract class ParameterParser extends ParserBase {
  /** Parameters up to `closing`, which stays the current token. */
  protected parseParameters(closing: TokenKind): Parameter[] {
    const { lists } = this;
    const first = lists.count;
    const order = new ParameterOrder();
    let last: Parameter | undefined;
    while (!this.at(closing)) {
      const parameter = this.parseParameter(closing);
      const problem = order.check(parameter);
      if (problem !== undefined) {
        const bare = problem === BARE_STAR ? last : undefined;
        throw this.fault("invalid-parameter", problem, bare ?? parameter);
      }
      this.checkParameterRepeat(parameter, first, order);
      lists.add(parameter);
      last = parameter;
      if (!this.accept(",")) break;
    }
    if (last?.form === "separator") throw this.fault("invalid-parameter", BARE_STAR, last);
    return lists.take<Parameter>(first);
  }

  private parseParameter(closing: TokenKind): Parameter {
    const { start, kind } = this.lexer;
    if (kind === "**") {
      this.lexer.next();
      return this.parameter("namedRest", start, this.expectIdentifier("after `**`"), undefined);
    }
    if (kind === "*") {
      this.lexer.next();
      if (!this.at("name") && !this.at(",") && !this.at(closing) && !this.at("**")) {
        throw this.unexpected("','");
      }
      if (!this.at("name")) return this.parameter("separator", start, undefined, undefined);
      return this.parameter("rest", start, this.identifier(), undefined);
    }
    const name = this.expectIdentifier("of a parameter");
    const fallback = this.accept("=") ? this.parseTest() : undefined;
    return this.parameter("plain", start, name, fallback);
  }

  private parameter(
    form: Parameter["form"],
    start: number,
    name: Identifier | undefined,
    fallback: Expression | undefined,
  ): Parameter {
    const end = this.lexer.previousEnd;
    return { kind: "Parameter", start, end, form, name, default: fallback };
  }

  private checkParameterRepeat(parameter: Parameter, start: number, order: ParameterOrder): void {
    const { name } = parameter;
    if (name === undefined) return;
    const first = givenBefore(name, this.lists, start, order);
    if (first === undefined) return;
    const notes = [{ message: "first here", start: first.start, end: first.end }];
    const message = `duplicate parameter: ${clip(name.name)}`;
    throw this.fault("duplicate-parameter", message, name, notes);
  }
}

const BARE_STAR = "bare * must be followed by keyword-only parameters";

function afterNamedRest(form: Parameter["form"]): string {
  if (form === "namedRest") return "multiple ** parameters not allowed";
  return `${form === "plain" ? "" : "* "}parameter may not follow **kwargs`;
}

/** Which parameters may still come. */
class ParameterOrder implements GivenNames {
  byName: GivenNames["byName"] = undefined;
  private optional = false;
  private star = false;
  /** Whether the parameter before was a bare `*`, which needs a name behind it. */
  private bare = false;
  private doubleStar = false;

  /** What is wrong with the next parameter, if anything. */
  check(parameter: Parameter): string | undefined {
    if (this.doubleStar) return afterNamedRest(parameter.form);
    if (this.bare && parameter.form !== "plain") return BARE_STAR;
    this.bare = parameter.form === "separator";
    switch (parameter.form) {
      case "namedRest":
        this.doubleStar = true;
        return undefined;
      case "rest":
      case "separator":
        if (this.star) return "multiple * parameters not allowed";
        this.star = true;
        return undefined;
      case "plain":
        return this.checkPlain(parameter);
    }
  }

  private checkPlain(parameter: Parameter): string | undefined {
    if (parameter.default !== undefined) this.optional = true;
    else if (this.optional && !this.star) {
      const shown = clip(parameter.name?.name ?? "");
      return `required parameter may not follow optional: give "${shown}" a default`;
    }
    return undefined;
  }
}
