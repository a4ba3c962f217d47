import { clip } from "../errors/clip.js";
import { ExpressionParser } from "./expression-parser.js";
import type { Identifier, LoadBinding, Statement, StringLiteral } from "./nodes.js";
import { describeKind } from "./token.js";

/** `load("module", "symbol", local = "symbol")` */
export abstract class LoadParser extends ExpressionParser {
  protected parseLoad(): Statement {
    const { start } = this.lexer;
    this.lexer.next();
    this.expect("(", "after `load`");
    const module = this.expectString("first operand of load statement must be a string literal");
    const bindings: LoadBinding[] = [];
    while (this.accept(",") && !this.at(")")) bindings.push(this.parseBinding());
    if (!this.at(")")) throw this.unexpected("',' or ')'");
    if (bindings.length === 0) {
      throw this.fault("invalid-load", "load statement must import at least 1 symbol", {
        start,
        end: this.lexer.end,
      });
    }
    this.lexer.next();
    const end = this.lexer.previousEnd;
    return { kind: "Load", start, end, module, bindings };
  }

  private parseBinding(): LoadBinding {
    const { start } = this.lexer;
    if (!this.at("name")) {
      const remote = this.expectString('load operand must be "name" or localname="name"');
      const local = this.localName(remote);
      return this.binding(start, local, remote);
    }
    const local = this.identifier();
    if (!this.at("=")) {
      const shown = clip(local.name);
      const message = `load operand must be "${shown}" or ${shown}="originalname"`;
      throw this.fault("invalid-load", message, local);
    }
    this.lexer.next();
    const quoted = `${clip(local.name)}="originalname"`;
    const remote = this.expectString(`original name of loaded symbol must be quoted: ${quoted}`);
    return this.binding(start, local, remote);
  }

  /** The variable that a symbol without a name of its own is bound to. */
  private localName(remote: StringLiteral): Identifier {
    const { start, end, value } = remote;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) {
      throw this.fault(
        "invalid-load",
        value === "" ? "load: empty identifier" : "load: the symbol is no identifier",
        remote,
      );
    }
    const ordinal = this.identifierCount++;
    return { kind: "Identifier", start, end, depth: 1, name: value, ordinal };
  }

  private binding(start: number, local: Identifier, remote: StringLiteral): LoadBinding {
    if (remote.value.startsWith("_")) {
      const rule = "load: names with leading underscores are not exported";
      const message = `${rule}: ${clip(remote.value)}`;
      throw this.fault("private-symbol", message, remote);
    }
    const end = this.lexer.previousEnd;
    return { kind: "LoadBinding", start, end, local, remote };
  }

  private expectString(rule: string): StringLiteral {
    const { lexer } = this;
    if (lexer.kind !== "string") {
      const message = `${rule} (got ${describeKind(lexer.kind)})`;
      throw this.fault("invalid-load", message, lexer, lexer.brackets.notes());
    }
    const { start, end, text } = lexer;
    lexer.next();
    return { kind: "StringLiteral", start, end, depth: 1, value: text };
  }
}
