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

export interface IntegerLiteral extends ExpressionBase {
  readonly kind: "IntegerLiteral";
  /** A number while it is a safe integer, a bigint beyond. */
  readonly value: number | bigint;
}

export interface FloatLiteral extends ExpressionBase {
  readonly kind: "FloatLiteral";
  readonly value: number;
}

export interface StringLiteral extends ExpressionBase {
  readonly kind: "StringLiteral";
  /** The text that the literal means, escapes resolved. */
  readonly value: string;
}

export interface BytesLiteral extends ExpressionBase {
  readonly kind: "BytesLiteral";
  /** The bytes that the literal means, escapes resolved; nobody may change them. */
  readonly value: Uint8Array;
}

export interface ListExpression extends ExpressionBase {
  readonly kind: "List";
  readonly elements: readonly Expression[];
}

export interface TupleExpression extends ExpressionBase {
  readonly kind: "Tuple";
  readonly elements: readonly Expression[];
}

export interface DictEntry extends NodeBase {
  readonly kind: "DictEntry";
  readonly key: Expression;
  readonly value: Expression;
}

export interface DictExpression extends ExpressionBase {
  readonly kind: "Dict";
  readonly entries: readonly DictEntry[];
}

export type UnaryOperator = "+" | "-" | "~" | "not";

export interface UnaryExpression extends ExpressionBase {
  readonly kind: "Unary";
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "&" | "|" | "^" | "<<" | ">>";
export type OrderOperator = "<" | "<=" | ">" | ">=";
export type ComparisonOperator = OrderOperator | "==" | "!=" | "in" | "not in";
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | "and" | "or";

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

export interface CallExpression extends ExpressionBase {
  readonly kind: "Call";
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
}

export interface AttributeExpression extends ExpressionBase {
  readonly kind: "Attribute";
  readonly object: Expression;
  readonly name: Name;
}

export interface IndexExpression extends ExpressionBase {
  readonly kind: "Index";
  readonly object: Expression;
  readonly index: Expression;
}

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

export interface LambdaExpression extends ExpressionBase, Repeatable {
  readonly kind: "Lambda";
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

export interface ForClause extends NodeBase {
  readonly kind: "ForClause";
  readonly target: Expression;
  readonly iterable: Expression;
}

export interface IfClause extends NodeBase {
  readonly kind: "IfClause";
  readonly test: Expression;
}

export type ComprehensionClause = ForClause | IfClause;

export interface ListComprehension extends ExpressionBase, Repeatable {
  readonly kind: "ListComprehension";
  readonly element: Expression;
  readonly clauses: readonly ComprehensionClause[];
}

export interface DictComprehension extends ExpressionBase, Repeatable {
  readonly kind: "DictComprehension";
  readonly entry: DictEntry;
  readonly clauses: readonly ComprehensionClause[];
}

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

export interface ForStatement extends NodeBase, Repeatable {
  readonly kind: "For";
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
}

export interface DefStatement extends NodeBase, Repeatable {
  readonly kind: "Def";
  readonly name: Identifier;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

export interface ReturnStatement extends NodeBase {
  readonly kind: "Return";
  readonly value: Expression | undefined;
}

export interface BreakStatement extends NodeBase {
  readonly kind: "Break";
}

export interface ContinueStatement extends NodeBase {
  readonly kind: "Continue";
}

export interface PassStatement extends NodeBase {
  readonly kind: "Pass";
}

/** One symbol of a `load`: `"remote"`, or `local = "remote"`. */
export interface LoadBinding extends NodeBase {
  readonly kind: "LoadBinding";
  readonly local: Identifier;
  readonly remote: StringLiteral;
}

export interface LoadStatement extends NodeBase {
  readonly kind: "Load";
  readonly module: StringLiteral;
  readonly bindings: readonly LoadBinding[];
}

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
