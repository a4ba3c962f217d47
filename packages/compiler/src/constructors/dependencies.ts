/** `depends_on`: tasks or their names, in written order; lists of tasks may stand inside the list (DSL-072). */
import { StarlarkList, StarlarkTuple, type Value } from "@crucible/starlark";
import type { Arguments } from "./arguments.js";
import { OptionalValue } from "./task-value.js";

export interface Dependencies {
  readonly dependsOn: readonly string[];
  /** Those that were wrapped in `optional()`. */
  readonly optional: readonly string[];
}

/** Lists inside lists. */
const NESTING_MAX = 16;

/** Most tasks of a wide graph; one for all of them. */
const NONE: Dependencies = { dependsOn: Object.freeze([]), optional: Object.freeze([]) };

const WANTED = "a list of tasks or task names";

export function readDependencies(args: Arguments): Dependencies {
  const items = args.items("depends_on", WANTED);
  if (items.length === 0) return NONE;
  const dependsOn: string[] = [];
  const optional: string[] = [];
  for (const item of flattened(args, items, 1)) {
    const isOptional = item instanceof OptionalValue;
    const name = isOptional ? item.name : args.taskOf("depends_on", item);
    if (isOptional) optional.push(name);
    dependsOn.push(name);
  }
  return { dependsOn, optional };
}

function* flattened(args: Arguments, items: readonly Value[], depth: number): Iterable<Value> {
  args.call.budget.spendTicks(items.length);
  if (depth > NESTING_MAX) {
    args.fail("depends_on", "too-deep", `depends_on nests more than ${NESTING_MAX} lists`);
  }
  for (const item of items) {
    const isList = item instanceof StarlarkList || item instanceof StarlarkTuple;
    if (isList) yield* flattened(args, item.items, depth + 1);
    else yield item;
  }
}
