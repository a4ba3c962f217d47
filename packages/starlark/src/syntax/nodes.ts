/**
 * The syntax tree: tagged data that nobody changes once it is made. Nodes are not frozen one by one, which would take a
 * quarter of the time of a parse; the types say what freezing would.
 *
 * Every node has `kind` and the half-open stretch `start`..`end` of UTF-16 offsets it covers; a tree's `range(node)`
 * turns that into lines and columns when somebody wants to read them. Parentheses leave no node behind. `depth` on an
 * expression is the height of its tree, which the parser keeps under the bound `expressionDepth`, so a pass that
 * recurses over a tree may do so without a guard of its own.
 */

interface NodeBase {
  /** Offset of the node's first character. */
  readonly start: number;
  /** Offset just behind the node's last character. */
  readonly end: number;
}

interface ExpressionBase extends NodeBase {
  /** Height of the expression's tree; 1 for a leaf. */
  readonly depth: number;
}

/** A name where it is read or bound. `True`, `False` and `None` are names too. */
export interface Identifier extends ExpressionBase {
  readonly kind: "Identifier";
  readonly name: string;
  /** The identifier's number in its file, from 0 in source order; a pass keeps facts about names in an array. */
  readonly ordinal: number;
}

/** `42`, `0x2a` */
export interface IntegerLiteral extends ExpressionBase {
  readonly kind: "IntegerLiteral";
  /** A number while it is a safe integer, a bigint beyond. */
  readonly value: number | bigint;
}

/** `1.5`, `1e9` */
export interface FloatLiteral extends ExpressionBase {
  readonly kind: "FloatLiteral";
  readonly value: number;
}

/** `"text"`, `r'text'`, and both with triple quotes */
export interface StringLiteral extends ExpressionBase {
  readonly kind: "StringLiteral";
  /** The text that the literal means, escapes resolved. */
  readonly value: string;
}

/** `b"bytes"`, `rb'bytes'` */
export interface BytesLiteral extends ExpressionBase {
  readonly kind: "BytesLiteral";
  /** The bytes that the literal means, escapes resolved; nobody may change them. */
  readonly value: Uint8Array;
}

/** `[a, b]` */
export interface ListExpression extends ExpressionBase {
  readonly kind: "List";
  readonly elements: readonly Expression[];
}

/** `(a, b)` and `a, b` */
export interface TupleExpression extends ExpressionBase {
  readonly kind: "Tuple";
  readonly elements: readonly Expression[];
}

/** `key: value` in a dict or in a comprehension of one */
export interface DictEntry extends NodeBase {
  readonly kind: "DictEntry";
  readonly key: Expression;
  readonly value: Expression;
}

/** `{key: value}` */
export interface DictExpression extends ExpressionBase {
  readonly kind: "Dict";
  readonly entries: readonly DictEntry[];
}

/** Operators before one operand. */
export type UnaryOperator = "+" | "-" | "~" | "not";

/** `-a`, `not a` */
export interface UnaryExpression extends ExpressionBase {
  readonly kind: "Unary";
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

/** Operators that make a value of their operands. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "&" | "|" | "^" | "<<" | ">>";
/** Operators that ask for an order. */
export type OrderOperator = "<" | "<=" | ">" | ">=";
/** Operators that give a bool and do not chain. */
export type ComparisonOperator = OrderOperator | "==" | "!=" | "in" | "not in";
/** Operators between two operands. */
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | "and" | "or";

/** `a + b`, `a in b`, `a and b` */
export interface BinaryExpression extends ExpressionBase {
  readonly kind: "Binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  /** Offset of the operator. */
  readonly operatorStart: number;
}

/** `consequent if test else alternate` */
export interface ConditionalExpression extends ExpressionBase {
  readonly kind: "Conditional";
  readonly test: Expression;
  readonly consequent: Expression;
  readonly alternate: Expression;
}

/** `value`, `name = value`, `*value` or `**value` in a call; its range covers all of it. */
export interface Argument extends NodeBase {
  readonly kind: "Argument";
  readonly form: "positional" | "named" | "spread" | "namedSpread";
  /** The parameter's name; only in the form `named`. */
  readonly name: Name | undefined;
  readonly value: Expression;
}

/** A word that is no variable: an attribute, a parameter named in a call. */
export interface Name extends NodeBase {
  readonly kind: "Name";
  readonly text: string;
}

/** `callee(a, b = c, *d, **e)` */
export interface CallExpression extends ExpressionBase {
  readonly kind: "Call";
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
}

/** `object.name` */
export interface AttributeExpression extends ExpressionBase {
  readonly kind: "Attribute";
  readonly object: Expression;
  readonly name: Name;
}

/** `object[index]` */
export interface IndexExpression extends ExpressionBase {
  readonly kind: "Index";
  readonly object: Expression;
  readonly index: Expression;
}

/** `object[lower:upper:step]`; a part that is left out is undefined */
export interface SliceExpression extends ExpressionBase {
  readonly kind: "Slice";
  readonly object: Expression;
  readonly lower: Expression | undefined;
  readonly upper: Expression | undefined;
  readonly step: Expression | undefined;
}

/** A parameter of a `def` or `lambda`. `separator` is the bare `*` before keyword-only parameters. */
export interface Parameter extends NodeBase {
  readonly kind: "Parameter";
  readonly form: "plain" | "rest" | "namedRest" | "separator";
  readonly name: Identifier | undefined;
  readonly default: Expression | undefined;
}

/** What may run again and again. */
interface Repeatable {
  /** How many tokens it is written with: the size of its work, apart from comments and layout. */
  readonly tokens: number;
}

/** `lambda parameters: body` */
export interface LambdaExpression extends ExpressionBase, Repeatable {
  readonly kind: "Lambda";
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

/** `for target in iterable` in a comprehension */
export interface ForClause extends NodeBase {
  readonly kind: "ForClause";
  readonly target: Expression;
  readonly iterable: Expression;
}

/** `if test` in a comprehension */
export interface IfClause extends NodeBase {
  readonly kind: "IfClause";
  readonly test: Expression;
}

/** A clause of a comprehension. */
export type ComprehensionClause = ForClause | IfClause;

/** `[element for target in iterable if test]` */
export interface ListComprehension extends ExpressionBase, Repeatable {
  readonly kind: "ListComprehension";
  readonly element: Expression;
  readonly clauses: readonly ComprehensionClause[];
}

/** `{key: value for target in iterable if test}` */
export interface DictComprehension extends ExpressionBase, Repeatable {
  readonly kind: "DictComprehension";
  readonly entry: DictEntry;
  readonly clauses: readonly ComprehensionClause[];
}

/** Whatever has a value. */
export type Expression =
  | Identifier
  | IntegerLiteral
  | FloatLiteral
  | StringLiteral
  | BytesLiteral
  | ListExpression
  | TupleExpression
  | DictExpression
  | UnaryExpression
  | BinaryExpression
  | ConditionalExpression
  | CallExpression
  | AttributeExpression
  | IndexExpression
  | SliceExpression
  | LambdaExpression
  | ListComprehension
  | DictComprehension;

/** An expression by itself. */
export interface ExpressionStatement extends NodeBase {
  readonly kind: "ExpressionStatement";
  readonly expression: Expression;
}

/** `target = value`; the target holds only names, attributes, indexes, lists and tuples. */
export interface AssignStatement extends NodeBase {
  readonly kind: "Assign";
  readonly target: Expression;
  readonly value: Expression;
}

/** `target += value` and its kin; `operator` is without the equals sign. */
export interface AugmentedAssignStatement extends NodeBase {
  readonly kind: "AugmentedAssign";
  readonly target: Expression;
  readonly operator: ArithmeticOperator;
  readonly value: Expression;
}

/** One `if` or `elif` with its block. */
export interface IfBranch extends NodeBase {
  readonly kind: "IfBranch";
  readonly test: Expression;
  readonly body: readonly Statement[];
}

/** A whole `if`/`elif`/`else` ladder, flat however long. */
export interface IfStatement extends NodeBase {
  readonly kind: "If";
  readonly branches: readonly IfBranch[];
  readonly otherwise: readonly Statement[] | undefined;
}

/** `for target in iterable:` and its block */
export interface ForStatement extends NodeBase, Repeatable {
  readonly kind: "For";
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
}

/** `def name(parameters):` and its block */
export interface DefStatement extends NodeBase, Repeatable {
  readonly kind: "Def";
  readonly name: Identifier;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** `return` and `return value` */
export interface ReturnStatement extends NodeBase {
  readonly kind: "Return";
  readonly value: Expression | undefined;
}

/** `break` */
export interface BreakStatement extends NodeBase {
  readonly kind: "Break";
}

/** `continue` */
export interface ContinueStatement extends NodeBase {
  readonly kind: "Continue";
}

/** `pass` */
export interface PassStatement extends NodeBase {
  readonly kind: "Pass";
}

/** One symbol of a `load`: `"remote"`, or `local = "remote"`. */
export interface LoadBinding extends NodeBase {
  readonly kind: "LoadBinding";
  readonly local: Identifier;
  readonly remote: StringLiteral;
}

/** `load("module", "name", local = "name")` */
export interface LoadStatement extends NodeBase {
  readonly kind: "Load";
  readonly module: StringLiteral;
  readonly bindings: readonly LoadBinding[];
}

/** Whatever stands on a line of its own. */
export type Statement =
  | ExpressionStatement
  | AssignStatement
  | AugmentedAssignStatement
  | IfStatement
  | ForStatement
  | DefStatement
  | ReturnStatement
  | BreakStatement
  | ContinueStatement
  | PassStatement
  | LoadStatement;

/** Any node of a tree. */
export type SyntaxNode =
  | Expression
  | Statement
  | DictEntry
  | Argument
  | Name
  | Parameter
  | ComprehensionClause
  | IfBranch
  | LoadBinding;

/** A comment, from its `#` to the end of its line; `text` is without the `#`. */
export interface Comment extends NodeBase {
  readonly kind: "Comment";
  readonly text: string;
}
