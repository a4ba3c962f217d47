/** Statements: each becomes a closure that runs it and tells how it ended. */

import type { Frame } from "../calls/frame.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { suggest } from "../errors/suggest.js";
import type { Module } from "../module.js";
import type {
  AssignStatement,
  DefStatement,
  ExpressionStatement,
  ForStatement,
  IfBranch,
  IfStatement,
  LoadBinding,
  LoadStatement,
  ReturnStatement,
  Statement,
} from "../syntax/nodes.js";
import type { Value } from "../values/value.js";
import { compileAugmented } from "./augmented.js";
import { passes, sequence } from "./blocks.js";
import type { Context } from "./context.js";
import {
  type Assigner,
  BREAK,
  CONTINUE,
  type Completion,
  type Evaluator,
  type Executor,
} from "./evaluator.js";
import { type CompiledBody, compileFunction } from "./functions.js";
import { blockLevels } from "./levels.js";
import { truthAt } from "./logic.js";
import { compileNameAssigner } from "./names.js";
import { compileTarget } from "./targets.js";
import { compileWalk, type Walk } from "./walks.js";

/** Statements in sequence. */
function compileBlock(statements: readonly Statement[], context: Context): Executor {
  const { length } = statements;
  if (length === 1) return compileStatement(statements[0] as Statement, context);
  const executors: Executor[] = new Array(length);
  for (let index = 0; index < length; index++) {
    executors[index] = compileStatement(statements[index] as Statement, context);
  }
  return sequence(executors);
}

/** The statements of a block that may not run. */
function compileInnerBlock(statements: readonly Statement[], context: Context): Executor {
  const { assignments } = context;
  const before = assignments.enter();
  const block = compileBlock(statements, context);
  assignments.leave(before);
  return block;
}

export function compileStatement(statement: Statement, context: Context): Executor {
  switch (statement.kind) {
    case "ExpressionStatement":
      return compileExpressionStatement(statement, context);
    case "Assign":
      return compileAssign(statement, context);
    case "AugmentedAssign":
      return compileAugmented(statement, context);
    case "If":
      return compileIf(statement, context);
    case "For":
      return compileFor(statement, context);
    case "Def":
      return compileDef(statement, context);
    case "Return":
      return compileReturn(statement, context);
    case "Break":
      return breaks;
    case "Continue":
      return continues;
    case "Pass":
      return passes;
    case "Load":
      return compileLoad(statement, context);
  }
}

const breaks: Executor = () => BREAK;
const continues: Executor = () => CONTINUE;

function compileExpressionStatement(
  { expression }: ExpressionStatement,
  context: Context,
): Executor {
  // A text by itself documents what it stands in.
  if (expression.kind === "StringLiteral") return passes;
  const evaluator = context.expression(expression);
  return (frame) => {
    evaluator(frame);
    return undefined;
  };
}

function compileDef(statement: DefStatement, context: Context): Executor {
  const make = compileFunction(statement, context, compileDefBody);
  return assignment(compileNameAssigner(statement.name, context), make);
}

function assignment(assign: Assigner, value: Evaluator): Executor {
  return (frame) => {
    assign(frame, value(frame));
    return undefined;
  };
}

function slotAssignment(slot: number, value: Evaluator): Executor {
  return (frame) => {
    frame[slot] = value(frame);
    return undefined;
  };
}

function compileDefBody({ body }: DefStatement, context: Context): CompiledBody {
  const run = compileBlock(body, context);
  // The resolver keeps `break` and `continue` inside loops, so a body ends in a value or without one.
  return { run: run as CompiledBody["run"], levels: blockLevels(body) };
}

function compileAssign(statement: AssignStatement, context: Context): Executor {
  const value = context.expression(statement.value);
  const { target } = statement;
  if (target.kind === "Identifier") {
    const meaning = context.meaning(target);
    if (meaning.kind === "local" && !meaning.captured) {
      context.assignments.add(meaning.slot);
      return slotAssignment(meaning.slot, value);
    }
  }
  return assignment(compileTarget(target, context), value);
}

/** The ladder is a loop over its branches, so its length costs no stack. */
function compileIf({ branches, otherwise }: IfStatement, context: Context): Executor {
  const { length } = branches;
  const tests: Evaluator[] = new Array(length);
  const bodies: Executor[] = new Array(length);
  for (let index = 0; index < length; index++) {
    const { test, body } = branches[index] as IfBranch;
    tests[index] = context.expression(test);
    bodies[index] = compileInnerBlock(body, context);
  }
  const last = otherwise === undefined ? passes : compileInnerBlock(otherwise, context);
  return length === 1
    ? choice(tests[0] as Evaluator, bodies[0] as Executor, last, branches[0] as IfBranch, context)
    : ladder(tests, bodies, last, branches, context);
}

function choice(
  test: Evaluator,
  body: Executor,
  otherwise: Executor,
  branch: IfBranch,
  context: Context,
): Executor {
  return (frame) => {
    const value = test(frame);
    const truth = typeof value === "boolean" ? value : truthAt(value, branch.test, context);
    return truth ? body(frame) : otherwise(frame);
  };
}

function ladder(
  tests: readonly Evaluator[],
  bodies: readonly Executor[],
  otherwise: Executor,
  branches: readonly IfBranch[],
  context: Context,
): Executor {
  return (frame) => {
    for (let index = 0; index < tests.length; index++) {
      const value = (tests[index] as Evaluator)(frame);
      const truth =
        typeof value === "boolean"
          ? value
          : truthAt(value, (branches[index] as IfBranch).test, context);
      if (truth) return (bodies[index] as Executor)(frame);
    }
    return otherwise(frame);
  };
}

function compileFor(statement: ForStatement, context: Context): Executor {
  const { assignments } = context;
  const iterable = context.expression(statement.iterable);
  const before = assignments.enter();
  const assign = compileTarget(statement.target, context);
  const body = compileBlock(statement.body, context);
  assignments.leave(before);
  return loop(
    iterable,
    compileWalk<undefined>(statement.iterable, statement.tokens, context, turnOf(assign, body)),
  );
}

function turnOf(assign: Assigner, body: Executor): (frame: Frame, value: Value) => Completion {
  return (frame, value) => {
    assign(frame, value);
    return body(frame);
  };
}

function loop(iterable: Evaluator, walk: Walk<undefined>): Executor {
  return (frame) => walk(frame, iterable(frame), undefined);
}

const returnsNone: Executor = () => null;

function compileReturn({ value }: ReturnStatement, context: Context): Executor {
  return value === undefined ? returnsNone : context.expression(value);
}

function compileLoad(statement: LoadStatement, context: Context): Executor {
  const { thread } = context;
  const site = context.site(statement.module);
  const path = statement.module.value;
  const bindings = statement.bindings.map((binding) => compileLoadBinding(binding, path, context));
  return (frame) => {
    const module = thread.enter(() => context.file.load(path, site));
    for (const bind of bindings) bind(frame, module);
    return undefined;
  };
}

function compileLoadBinding(
  binding: LoadBinding,
  path: string,
  context: Context,
): (frame: Frame, module: Module) => void {
  const assign = compileNameAssigner(binding.local, context);
  const name = binding.remote.value;
  return (frame, module) => {
    const value = module.globals.get(name);
    if (value === undefined)
      throw context.located(missingSymbol(name, path, module), binding.remote);
    assign(frame, value);
  };
}

function missingSymbol(name: string, path: string, module: Module): Fault {
  const names = [...module.globals.keys()].filter((candidate) => !candidate.startsWith("_"));
  const { name: suggestion, clause } = suggest(name, names);
  return new Fault(`name ${clip(name)} not found in module "${clip(path)}"${clause}`, {
    code: "unknown-symbol",
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}
