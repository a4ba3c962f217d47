import { invariant } from "@crucible/core/diagnostics";
import { ticksOf } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import { type CompiledBody, FunctionCode } from "../calls/function-code.js";
import { makeSignature, type Signature, type SignatureParameter } from "../calls/signature.js";
import type { Capture, FunctionScope } from "../resolve/scope.js";
import type { DefStatement, LambdaExpression, Parameter } from "../syntax/nodes.js";
import type { Cell } from "../values/cell.js";
import { StarlarkFunction } from "../values/function.js";
import type { Value } from "../values/value.js";
import { Context, type FileContext } from "./context.js";
import type { Evaluator } from "./evaluator.js";

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

class CompiledFunction<Node extends DefStatement | LambdaExpression> extends FunctionCode {
  private readonly node: Node;
  private readonly scope: FunctionScope;
  private readonly file: FileContext;
  private readonly compile: CompileBody<Node>;

  constructor(node: Node, scope: FunctionScope, outer: Context, compile: CompileBody<Node>) {
    const name = node.kind === "Def" ? node.name.name : "lambda";
    const signature = compileSignature(name, node.parameters);
    super(signature, outer.site(node), scope, ticksOf(node.tokens));
    this.node = node;
    this.scope = scope;
    this.file = outer.file;
    this.compile = compile;
  }

  protected override compileBody(): CompiledBody {
    return this.compile(this.node, new Context(this.file, this.scope, this.name));
  }
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
