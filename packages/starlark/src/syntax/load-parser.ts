import { clip } from "../errors/clip.js";
import { ExpressionParser } from "./expression-parser.js";
import type { Identifier, LoadBinding, Statement, StringLiteral } from "./nodes.js";

/** `load("module", "symbol", local = "symbol")` */
export abstract class LoadParser extends ExpressionParser {
  protected parseLoad(): Statement {
    const { start } = this.lexer;
    this.lexer.next();
    this.expect("(", "after `load`");
    const module = this.expectString("the module to load");
    const bindings: LoadBinding[] = [];
    while (this.accept(",") && !this.at(")")) bindings.push(this.parseBinding());
    if (!this.at(")")) throw this.unexpected("expected `,` or `)`");
    if (bindings.length === 0) {
      throw this.fault("invalid-load", "load() must name at least one symbol", {
        start,
        end: this.lexer.end,
      });
    }
    this.lexer.next();
    const end = this.lexer.previousEnd;
    return Object.freeze({ kind: "Load", start, end, module, bindings: Object.freeze(bindings) });
  }

  private parseBinding(): LoadBinding {
    const { start } = this.lexer;
    if (!this.at("name")) {
      const remote = this.expectString("the symbol to load, in quotes");
      const local = this.localName(remote);
      return this.binding(start, local, remote);
    }
    const local = this.identifier();
    if (!this.at("=")) {
      const message = `symbols are loaded by their name in quotes: "${clip(local.name)}"`;
      throw this.fault("invalid-load", message, local);
    }
    this.lexer.next();
    return this.binding(start, local, this.expectString("the symbol to load, in quotes"));
  }

  /** The variable that a symbol without a name of its own is bound to. */
  private localName(remote: StringLiteral): Identifier {
    const { start, end, value } = remote;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) {
      throw this.fault("invalid-load", "the symbol to load is no name", remote);
    }
    const ordinal = this.identifierCount++;
    return Object.freeze({ kind: "Identifier", start, end, depth: 1, name: value, ordinal });
  }

  private binding(start: number, local: Identifier, remote: StringLiteral): LoadBinding {
    if (remote.value.startsWith("_")) {
      const message = `"${clip(remote.value)}" is private to its module: its name begins with an underscore`;
      throw this.fault("private-symbol", message, remote);
    }
    const end = this.lexer.previousEnd;
    return Object.freeze({ kind: "LoadBinding", start, end, local, remote });
  }

  private expectString(what: string): StringLiteral {
    const { lexer } = this;
    if (lexer.kind !== "string") throw this.unexpected(`expected ${what}`);
    const { start, end, text } = lexer;
    lexer.next();
    return Object.freeze({ kind: "StringLiteral", start, end, depth: 1, value: text });
  }
}
