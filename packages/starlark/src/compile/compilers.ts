import type { LambdaExpression } from "../syntax/nodes.js";
import { compileAttribute, compileIndex, compileSlice } from "./access.js";
import { compileCall } from "./calls.js";
import { compileDictComprehension, compileListComprehension } from "./comprehensions.js";
import type { Context, ExpressionCompilers } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { type CompiledBody, compileFunction } from "./functions.js";
import { expressionLevels } from "./levels.js";
import {
  compileBytes,
  compileConstant,
  compileDict,
  compileFloat,
  compileList,
  compileTuple,
} from "./literals.js";
import { compileConditional, compileUnary } from "./logic.js";
import { compileIdentifier } from "./names.js";
import { compileBinary } from "./operators.js";

/** The compiler of each kind of expression. */
export const COMPILERS: ExpressionCompilers = Object.freeze({
  leaf: Object.freeze({
    Identifier: compileIdentifier,
    IntegerLiteral: compileConstant,
    FloatLiteral: compileFloat,
    StringLiteral: compileConstant,
    BytesLiteral: compileBytes,
    List: compileList,
    Tuple: compileTuple,
    Dict: compileDict,
    Unary: compileUnary,
    Conditional: compileConditional,
    Lambda: compileLambda,
    ListComprehension: compileListComprehension,
    DictComprehension: compileDictComprehension,
  }),
  spine: Object.freeze({
    Binary: compileBinary,
    Call: compileCall,
    Attribute: compileAttribute,
    Index: compileIndex,
    Slice: compileSlice,
  }),
});

function compileLambda(node: LambdaExpression, context: Context): Evaluator {
  return compileFunction(node, context, compileLambdaBody);
}

function compileLambdaBody({ body }: LambdaExpression, context: Context): CompiledBody {
  return { run: context.expression(body), levels: expressionLevels(body) };
}
