/** Statements: each becomes a closure that runs it and tells how it ended. */

import type { Frame } from "../calls/frame.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { suggest } from "../errors/suggest.js";
import type { Module } from "../module.js";
import type {
  AssignStatement,
  ForStatement,
  IfStatement,
  LoadBinding,
  LoadStatement,
  ReturnStatement,
  Statement,
} from "../syntax/nodes.js";
import type { Value } from "../values/value.js";
import { compileAugmented } from "./augmented.js";
import { sequence } from "./blocks.js";
import type { Context } from "./context.js";
import { BREAK, CONTINUE, type Completion, type Executor } from "./evaluator.js";
import { type CompiledBody, compileFunction } from "./functions.js";
import { blockLevels } from "./levels.js";
import { compileTest } from "./logic.js";
import { compileNameAssigner } from "./names.js";
import { compileTarget } from "./targets.js";
import { compileWalk } from "./walks.js";

/** Statements in sequence. */
function compileBlock(statements: readonly Statement[], context: Context): Executor {
  return sequence(statements.map((statement) => compileStatement(statement, context)));
}

/** The statements of a block that may not run. */
function compileInnerBlock(statements: readonly Statement[], context: Context): Executor {
  return context.assignments.scope(() => compileBlock(statements, context));
}

export function compileStatement(statement: Statement, context: Context): Executor {
  switch (statement.kind) {
    case "ExpressionStatement": {
      const evaluator = context.expression(statement.expression);
      return (frame) => {
        evaluator(frame);
        return undefined;
      };
    }
    case "Assign":
      return compileAssign(statement, context);
    case "AugmentedAssign":
      return compileAugmented(statement, context);
    case "If":
      return compileIf(statement, context);
    case "For":
      return compileFor(statement, context);
    case "Def": {
      const make = compileFunction(statement, context, (inner) =>
        compileDefBody(statement.body, inner),
      );
      const assign = compileNameAssigner(statement.name, context);
      return (frame) => {
        assign(frame, make(frame));
        return undefined;
      };
    }
    case "Return":
      return compileReturn(statement, context);
    case "Break":
      return () => BREAK;
    case "Continue":
      return () => CONTINUE;
    case "Pass":
      return () => undefined;
    case "Load":
      return compileLoad(statement, context);
  }
}

function compileDefBody(statements: readonly Statement[], context: Context): CompiledBody {
  const run = compileBlock(statements, context);
  // The resolver keeps `break` and `continue` inside loops, so a body ends in a value or without one.
  return { run: run as CompiledBody["run"], levels: blockLevels(statements) };
}

function compileAssign(statement: AssignStatement, context: Context): Executor {
  const value = context.expression(statement.value);
  const { target } = statement;
  if (target.kind === "Identifier") {
    const meaning = context.meaning(target);
    if (meaning.kind === "local" && !meaning.captured) {
      const { slot } = meaning;
      context.assignments.add(slot);
      return (frame) => {
        frame[slot] = value(frame);
        return undefined;
      };
    }
  }
  const assign = compileTarget(target, context);
  return (frame) => {
    assign(frame, value(frame));
    return undefined;
  };
}

/** The ladder is a loop over its branches, so its length costs no stack. */
function compileIf(statement: IfStatement, context: Context): Executor {
  const tests = statement.branches.map((branch) => compileTest(branch.test, context));
  const bodies = statement.branches.map((branch) => compileInnerBlock(branch.body, context));
  const otherwise = compileInnerBlock(statement.otherwise ?? [], context);
  const [test, body] = [tests[0], bodies[0]];
  if (tests.length === 1 && test !== undefined && body !== undefined) {
    return (frame) => (test(frame) ? body(frame) : otherwise(frame));
  }
  return (frame) => {
    for (let index = 0; index < tests.length; index++) {
      if (tests[index]?.(frame)) return bodies[index]?.(frame);
    }
    return otherwise(frame);
  };
}

function compileFor(statement: ForStatement, context: Context): Executor {
  const iterable = context.expression(statement.iterable);
  return context.assignments.scope(() => {
    const assign = compileTarget(statement.target, context);
    const body = compileBlock(statement.body, context);
    const turn = (frame: Frame, value: Value): Completion => {
      assign(frame, value);
      return body(frame);
    };
    const walk = compileWalk<undefined>(statement.iterable, statement.tokens, context, turn);
    return (frame) => walk(frame, iterable(frame), undefined);
  });
}

function compileReturn(statement: ReturnStatement, context: Context): Executor {
  return statement.value === undefined ? () => null : context.expression(statement.value);
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
