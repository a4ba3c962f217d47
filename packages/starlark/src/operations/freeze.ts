import { BoundMethod } from "../values/bound-method.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFunction } from "../values/function.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkSet } from "../values/set.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";

/**
 * Makes everything reachable from the values immutable for good. The walk keeps its own list of what is left, so a value
 * nested by a loop costs no stack.
 */
export function freeze(values: Iterable<Value>): void {
  const waiting: Value[] = [...values];
  const seen = new Set<object>();
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value === null || typeof value !== "object") continue;
    if (isContainer(value)) {
      // A frozen container was reached before, by this freeze or an earlier one, with everything in it.
      if (!value.frozen) freezeContainer(value, waiting);
    } else if (!seen.has(value)) {
      seen.add(value);
      visit(value, waiting);
    }
  }
}

type Container = StarlarkList | StarlarkSet | StarlarkDict;

function isContainer(value: object): value is Container {
  return (
    value instanceof StarlarkList || value instanceof StarlarkDict || value instanceof StarlarkSet
  );
}

function freezeContainer(container: Container, waiting: Value[]): void {
  container.freezeShallow();
  if (container instanceof StarlarkList) {
    addAll(waiting, container.items);
  } else if (container instanceof StarlarkSet) {
    addAll(waiting, container.values());
  } else {
    for (const { key, value } of container.pairs()) {
      add(waiting, key);
      add(waiting, value);
    }
  }
}

function visit(value: object, waiting: Value[]): void {
  if (value instanceof StarlarkTuple) {
    addAll(waiting, value.items);
  } else if (value instanceof StarlarkFunction || value instanceof BoundMethod) {
    addAll(waiting, value.references());
  } else if (value instanceof HostValue) {
    value.freeze();
    for (const held of value.references()) add(waiting, held);
  }
}

function addAll(waiting: Value[], values: readonly Value[]): void {
  for (let index = 0; index < values.length; index++) add(waiting, values[index] as Value);
}

/** Most elements are texts and numbers, which never change. */
function add(waiting: Value[], value: Value): void {
  if (typeof value === "object" && value !== null) waiting.push(value);
}
