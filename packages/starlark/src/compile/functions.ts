import { InternalError, invariant } from "@crucible/core/diagnostics";
import { ticksOf } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import type { FunctionCode } from "../calls/function-code.js";
import { makeSignature, type Signature, type SignatureParameter } from "../calls/signature.js";
import type { FunctionScope } from "../resolve/scope.js";
import type { DefStatement, LambdaExpression, Parameter } from "../syntax/nodes.js";
import type { Cell } from "../values/cell.js";
import { StarlarkFunction } from "../values/function.js";
import type { Value } from "../values/value.js";
import { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";

/** What compiling a body gives: how to run it, and the levels of the running stack that it takes. */
export interface CompiledBody {
  readonly run: (frame: Frame) => Value | undefined;
  readonly levels: number;
}

/** Levels of the running stack that a call takes beside its body. */
const CALL_LEVELS = 4;

/** Makes the function that a `def` or `lambda` describes, each time it is reached. */
export function compileFunction(
  node: DefStatement | LambdaExpression,
  outer: Context,
  compileBody: (context: Context) => CompiledBody,
): Evaluator {
  const scope = outer.file.resolution.functions.get(node);
  invariant(scope !== undefined, "a function was not resolved");
  const name = node.kind === "Def" ? node.name.name : "lambda";
  const code = compileCode(node, name, scope, outer, compileBody);
  const plain = node.parameters.filter((parameter) => parameter.form === "plain");
  const defaults = plain.map((parameter) =>
    parameter.default === undefined ? undefined : outer.expression(parameter.default),
  );
  const sources = scope.captures.map((capture) => capture.from);
  const anyDefault = defaults.some((evaluator) => evaluator !== undefined);
  return (frame) => {
    const values = anyDefault ? defaults.map((evaluator) => evaluator?.(frame)) : [];
    const cells = sources.map((slot) => frame[slot] as Cell);
    return new StarlarkFunction(code, values, cells);
  };
}

function compileCode(
  node: DefStatement | LambdaExpression,
  name: string,
  scope: FunctionScope,
  outer: Context,
  compileBody: (context: Context) => CompiledBody,
): FunctionCode {
  const signature = compileSignature(name, node.parameters);
  const ownSlots = signature.parameters.length;
  const cellSlots = scope.cellSlots;
  const freeSlots = scope.captures.map((capture) => capture.to);
  const simple =
    !signature.takesRest &&
    !signature.takesNamedRest &&
    signature.placeCount === signature.parameters.length;
  const code: FunctionCode = {
    name,
    signature,
    site: outer.site(node),
    exactPlaces: simple ? signature.placeCount : -1,
    slotCount: scope.slotCount,
    restSlot: signature.takesRest ? ownSlots : -1,
    namedRestSlot: signature.takesNamedRest ? ownSlots + (signature.takesRest ? 1 : 0) : -1,
    cellSlots,
    freeSlots,
    usesCells: cellSlots.length + freeSlots.length > 0,
    ticks: ticksOf(node.tokens),
    ready: false,
    levels: 0,
    body: neverCompiled,
    prepare: () => {
      if (code.ready) return;
      const { levels, run } = compileBody(new Context(outer.file, scope, name));
      code.levels = levels + CALL_LEVELS;
      code.body = run;
      code.ready = true;
    },
  };
  outer.thread.register(code);
  return code;
}

function neverCompiled(): never {
  throw new InternalError("a function ran before its body was compiled");
}

function compileSignature(name: string, parameters: readonly Parameter[]): Signature {
  const star = parameters.findIndex(({ form }) => form === "rest" || form === "separator");
  const described = parameters.map((parameter, index): SignatureParameter | undefined => {
    if (parameter.form !== "plain" || parameter.name === undefined) return undefined;
    const kind = star >= 0 && index > star ? "named" : "any";
    return { name: parameter.name.name, kind, required: parameter.default === undefined };
  });
  return makeSignature(
    name,
    described.filter((parameter) => parameter !== undefined),
    parameters[star]?.form === "rest",
    parameters.at(-1)?.form === "namedRest",
    "source",
  );
}
