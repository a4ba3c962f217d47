import { InternalError, invariant } from "@crucible/core/diagnostics";
import { ticksOf } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import type { FunctionCode } from "../calls/function-code.js";
import { makeSignature, type Signature, type SignatureParameter } from "../calls/signature.js";
import type { Site } from "../calls/site.js";
import type { Capture, FunctionScope } from "../resolve/scope.js";
import type { DefStatement, LambdaExpression, Parameter } from "../syntax/nodes.js";
import type { Cell } from "../values/cell.js";
import { StarlarkFunction } from "../values/function.js";
import type { Value } from "../values/value.js";
import { Context, type FileContext } from "./context.js";
import type { Evaluator } from "./evaluator.js";

/** What compiling a body gives: how to run it, and the levels of the running stack that it takes. */
export interface CompiledBody {
  readonly run: (frame: Frame) => Value | undefined;
  readonly levels: number;
}

/** Levels of the running stack that a call takes beside its body. */
const CALL_LEVELS = 4;

/** Compiles the body of a function in the context of that function. */
type CompileBody<Node> = (node: Node, context: Context) => CompiledBody;

/** Makes the function that a `def` or `lambda` describes, each time it is reached. */
export function compileFunction<Node extends DefStatement | LambdaExpression>(
  node: Node,
  outer: Context,
  compileBody: CompileBody<Node>,
): Evaluator {
  const scope = outer.file.resolution.functions.get(node);
  invariant(scope !== undefined, "a function was not resolved");
  const code = new CompiledFunction(node, scope, outer, compileBody);
  outer.thread.register(code);
  return maker(code, compileDefaults(node.parameters, outer), scope.captures);
}

/** The value of each plain parameter that a call leaves out, as far as the last that has one. */
function compileDefaults(
  parameters: readonly Parameter[],
  outer: Context,
): readonly (Evaluator | undefined)[] {
  const defaults: (Evaluator | undefined)[] = [];
  let plain = 0;
  for (let index = 0; index < parameters.length; index++) {
    const { form, default: value } = parameters[index] as Parameter;
    if (form !== "plain") continue;
    if (value !== undefined) {
      while (defaults.length < plain) defaults.push(undefined);
      defaults.push(outer.expression(value));
    }
    plain++;
  }
  return defaults;
}

function maker(
  code: FunctionCode,
  defaults: readonly (Evaluator | undefined)[],
  captures: readonly Capture[],
): Evaluator {
  return (frame) =>
    new StarlarkFunction(code, defaultValues(defaults, frame), capturedCells(captures, frame));
}

const NO_VALUES: readonly (Value | undefined)[] = Object.freeze([]);

function defaultValues(
  defaults: readonly (Evaluator | undefined)[],
  frame: Frame,
): readonly (Value | undefined)[] {
  return defaults.length === 0 ? NO_VALUES : defaults.map((evaluator) => evaluator?.(frame));
}

const NO_CELLS: readonly Cell[] = Object.freeze([]);

function capturedCells(captures: readonly Capture[], frame: Frame): readonly Cell[] {
  return captures.length === 0 ? NO_CELLS : captures.map(({ from }) => frame[from] as Cell);
}

class CompiledFunction<Node extends DefStatement | LambdaExpression> implements FunctionCode {
  readonly name: string;
  readonly signature: Signature;
  readonly site: Site;
  readonly exactPlaces: number;
  readonly slotCount: number;
  readonly restSlot: number;
  readonly namedRestSlot: number;
  readonly cellSlots: readonly number[];
  readonly captures: readonly Capture[];
  readonly usesCells: boolean;
  readonly ticks: number;
  ready = false;
  levels = 0;
  body: (frame: Frame) => Value | undefined = neverCompiled;
  private readonly node: Node;
  private readonly scope: FunctionScope;
  private readonly file: FileContext;
  private readonly compileBody: CompileBody<Node>;

  constructor(node: Node, scope: FunctionScope, outer: Context, compileBody: CompileBody<Node>) {
    const name = node.kind === "Def" ? node.name.name : "lambda";
    const signature = compileSignature(name, node.parameters);
    const { takesRest, takesNamedRest } = signature;
    const ownSlots = signature.parameters.length;
    const simple = !takesRest && !takesNamedRest && signature.placeCount === ownSlots;
    this.name = name;
    this.signature = signature;
    this.site = outer.site(node);
    this.exactPlaces = simple ? signature.placeCount : -1;
    this.slotCount = scope.slotCount;
    this.restSlot = takesRest ? ownSlots : -1;
    this.namedRestSlot = takesNamedRest ? ownSlots + (takesRest ? 1 : 0) : -1;
    this.cellSlots = scope.cellSlots;
    this.captures = scope.captures;
    this.usesCells = scope.cellSlots.length + scope.captures.length > 0;
    this.ticks = ticksOf(node.tokens);
    this.node = node;
    this.scope = scope;
    this.file = outer.file;
    this.compileBody = compileBody;
  }

  prepare(): void {
    if (this.ready) return;
    const context = new Context(this.file, this.scope, this.name);
    const { levels, run } = this.compileBody(this.node, context);
    this.levels = levels + CALL_LEVELS;
    this.body = run;
    this.ready = true;
  }
}

function neverCompiled(): never {
  throw new InternalError("a function ran before its body was compiled");
}

function compileSignature(name: string, parameters: readonly Parameter[]): Signature {
  const described: SignatureParameter[] = [];
  let star: Parameter | undefined;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as Parameter;
    if (parameter.form === "rest" || parameter.form === "separator") star = parameter;
    if (parameter.form !== "plain" || parameter.name === undefined) continue;
    const kind = star === undefined ? "any" : "named";
    const required = parameter.default === undefined;
    described.push({ name: parameter.name.name, kind, required });
  }
  const last = parameters[parameters.length - 1];
  return makeSignature(
    name,
    described,
    star?.form === "rest",
    last?.form === "namedRest",
    "source",
  );
}
