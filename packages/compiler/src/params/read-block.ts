/**
 * Reads the params block of a source from its tree, evaluating nothing (DSL-001 to DSL-004).
 *
 * The block is the first statement and a literal dict, so that a form, a command line and the compiler read the same
 * declarations from a source that nobody has run. All errors of a block are collected.
 */
import { type Diagnostic, didYouMean, nearest } from "@crucible/core";
import type { AssignStatement, DictEntry, Span, SyntaxTree } from "@crucible/starlark";
import { isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { ParamDeclaration, ParamsBlock } from "./declaration.js";
import { expressionWords } from "./literal.js";
import { readDeclaration } from "./read-declaration.js";

export type ParamsReading =
  | { readonly ok: true; readonly block: ParamsBlock }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parameters of one source. */
const PARAMS_MAX = 1_000;

const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/** The declarations of a root source. A source without a block declares none. */
export function readParams(tree: SyntaxTree): ParamsReading {
  const blocks = findParamsBlocks(tree);
  const [block] = blocks;
  if (!block) {
    return { ok: true, block: { declarations: [], range: tree.range({ start: 0, end: 0 }) } };
  }
  const [first] = tree.statements;
  const displaced = blocks.find((statement) => statement !== first);
  if (displaced) {
    const message = "params must be the source's first statement";
    return { ok: false, diagnostics: [errorAt("params-place", message, tree.range(displaced))] };
  }
  return new BlockReader(tree).read(block);
}

/** Every top-level assignment to the name `params`. */
export function findParamsBlocks(tree: SyntaxTree): readonly AssignStatement[] {
  return tree.statements.filter(
    (statement): statement is AssignStatement =>
      statement.kind === "Assign" &&
      statement.target.kind === "Identifier" &&
      statement.target.name === "params",
  );
}

class BlockReader {
  private readonly tree: SyntaxTree;
  private readonly diagnostics: Diagnostic[] = [];

  constructor(tree: SyntaxTree) {
    this.tree = tree;
  }

  read(block: AssignStatement): ParamsReading {
    const declarations = new Map<string, ParamDeclaration>();
    if (block.value.kind === "Dict" && block.value.entries.length > PARAMS_MAX) {
      const count = block.value.entries.length;
      const message = `params declares ${count} parameters; maximum is ${PARAMS_MAX}`;
      this.report("too-many-params", message, block.value);
    } else if (block.value.kind === "Dict") {
      for (const entry of block.value.entries) this.readEntry(entry, declarations);
    } else {
      const what = expressionWords(block.value);
      this.report(
        "params-literal",
        `params must be a literal dict of parameter names to declarations, not ${what}`,
        block.value,
      );
    }
    if (this.diagnostics.length > 0) return { ok: false, diagnostics: this.diagnostics };
    const range = this.tree.range(block);
    return { ok: true, block: { declarations: [...declarations.values()], range } };
  }

  private readEntry(entry: DictEntry, declarations: Map<string, ParamDeclaration>): void {
    const { key, value } = entry;
    if (key.kind !== "StringLiteral") {
      const message = `a parameter's name must be a literal string, not ${expressionWords(key)}`;
      this.report("params-literal", message, key);
      return;
    }
    const name = key.value;
    const problem = nameProblem(name);
    if (problem !== undefined) this.report("param-name", problem, key);
    if (declarations.has(name)) {
      this.report("param-name", `parameter ${quote(name)} is declared twice`, key);
    }
    if (value.kind !== "Dict") {
      const what = expressionWords(value);
      const message = `parameter ${quote(name)} must be declared by a literal dict, not ${what}`;
      this.report("params-literal", message, value);
      return;
    }
    const report = (code: string, message: string, span: Span, nearMiss?: NearMiss): void =>
      this.report(code, message, span, nearMiss);
    const declaration = readDeclaration({ name, key, fields: value.entries, report });
    if (declaration) declarations.set(name, { ...declaration, range: this.tree.range(key) });
  }

  private report(code: string, message: string, span: Span, nearMiss?: NearMiss): void {
    if (isEnough(this.diagnostics)) return;
    const suggestion = nearMiss && nearest(nearMiss.name, nearMiss.candidates);
    const hint = nearMiss ? didYouMean(nearMiss.name, nearMiss.candidates) : "";
    this.diagnostics.push(errorAt(code, message + hint, this.tree.range(span), { suggestion }));
  }
}

/** A misspelt word and the words it could have been. */
export interface NearMiss {
  readonly name: string;
  readonly candidates: readonly string[];
}

function nameProblem(name: string): string | undefined {
  if (name.includes(".")) {
    // A dotted name is a launch setting when it is supplied (DSL-017).
    return `parameter ${quote(name)}: a name may not contain a dot`;
  }
  if (PARAM_NAME.test(name)) return undefined;
  const rule = "use 1-100 letters, digits, `_` or `-`, beginning with a letter or `_`";
  return `parameter ${quote(name)}: bad name; ${rule}`;
}
