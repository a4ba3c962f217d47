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
    if (value === null || typeof value !== "object" || seen.has(value)) continue;
    seen.add(value);
    visit(value, waiting);
  }
}

function visit(value: object, waiting: Value[]): void {
  if (value instanceof StarlarkTuple) {
    addAll(waiting, value.items);
  } else if (
    value instanceof StarlarkList ||
    value instanceof StarlarkSet ||
    value instanceof StarlarkDict
  ) {
    freezeContainer(value, waiting);
  } else if (value instanceof StarlarkFunction || value instanceof BoundMethod) {
    addAll(waiting, value.references());
  } else if (value instanceof HostValue) {
    value.freeze();
    addAll(waiting, value.references());
  }
}

function freezeContainer(
  container: StarlarkList | StarlarkSet | StarlarkDict,
  waiting: Value[],
): void {
  // A frozen container was reached by an earlier freeze, which took everything in it along.
  if (container.frozen) return;
  container.freezeShallow();
  if (container instanceof StarlarkList) addAll(waiting, container.items);
  else if (container instanceof StarlarkSet) addAll(waiting, container.values());
  else for (const { key, value } of container.pairs()) waiting.push(key, value);
}

function addAll(waiting: Value[], values: Iterable<Value>): void {
  for (const value of values) waiting.push(value);
}
