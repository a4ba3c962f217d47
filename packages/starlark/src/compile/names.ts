import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import type { Identifier } from "../syntax/nodes.js";
import type { Cell } from "../values/cell.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Assigner, Evaluator } from "./evaluator.js";

/** Reads a variable, wherever it lives. */
export function compileIdentifier(node: Identifier, context: Context): Evaluator {
  const meaning = context.meaning(node);
  switch (meaning.kind) {
    case "local":
      if (meaning.captured) return readCell(node, meaning.slot, context);
      return meaning.parameter || context.assignments.sure(meaning.slot)
        ? slotReader(meaning.slot)
        : readSlot(node, meaning.slot, context);
    case "free":
      return readCell(node, meaning.slot, context);
    case "global":
      return readGlobal(node, context.global(meaning.index), context);
    case "predeclared":
      return constant(context.file.predeclared.get(meaning.name) as Value);
  }
}

function constant(value: Value): Evaluator {
  return () => value;
}

/** Readers of slots that surely hold a value, shared by all functions. */
const slotReaders: Evaluator[] = [];

function slotReader(slot: number): Evaluator {
  slotReaders[slot] ??= makeSlotReader(slot);
  return slotReaders[slot];
}

function makeSlotReader(slot: number): Evaluator {
  return (frame) => frame[slot] as Value;
}

function readSlot(node: Identifier, slot: number, context: Context): Evaluator {
  return (frame) => {
    const value = frame[slot];
    if (value === undefined) throw unassigned(node, context);
    return value as Value;
  };
}

function readCell(node: Identifier, slot: number, context: Context): Evaluator {
  return (frame) => {
    const { value } = frame[slot] as Cell;
    if (value === undefined) throw unassigned(node, context);
    return value;
  };
}

function readGlobal(node: Identifier, cell: Cell, context: Context): Evaluator {
  return () => {
    const { value } = cell;
    if (value === undefined) throw unassigned(node, context);
    return value;
  };
}

function unassigned(node: Identifier, context: Context): Error {
  const meaning = context.meaning(node);
  const scope = meaning.kind === "global" && !meaning.loaded ? "global" : "local";
  const message = `${scope} variable ${clip(node.name)} referenced before assignment`;
  return context.located(new Fault(message, { code: "unassigned-variable" }), node);
}

/** Writes a variable of the function or the file, which has a value from here on. */
export function compileNameAssigner(node: Identifier, context: Context): Assigner {
  const meaning = context.meaning(node);
  switch (meaning.kind) {
    case "local":
      context.assignments.add(meaning.slot);
      return meaning.captured ? cellWriter(meaning.slot) : slotWriter(meaning.slot);
    case "global":
      return globalWriter(context.global(meaning.index));
    default:
      throw new TypeError(`the name ${node.name} cannot be assigned`);
  }
}

/** Writers of slots, shared by all functions. */
const slotWriters: Assigner[] = [];

function slotWriter(slot: number): Assigner {
  slotWriters[slot] ??= makeSlotWriter(slot);
  return slotWriters[slot];
}

function makeSlotWriter(slot: number): Assigner {
  return (frame, value) => {
    frame[slot] = value;
  };
}

function cellWriter(slot: number): Assigner {
  return (frame, value) => {
    (frame[slot] as Cell).value = value;
  };
}

function globalWriter(cell: Cell): Assigner {
  return (_frame, value) => {
    cell.value = value;
  };
}
