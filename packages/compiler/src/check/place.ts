/**
 * Where in a plan a finding belongs, in the words of the plan format.
 *
 * The checks know tasks and fields; whoever wrote the plan down (a workflow source, a TOML table, a JSON file) knows
 * lines and columns. The two meet in one function, {@link Locate}.
 */
import type { SourceRange } from "@crucible/core";

export interface PlanPlace {
  /** Name of the task concerned; absent for the plan's own fields. */
  readonly task?: string;
  /** Position of that task in the draft: names may be written twice, positions not. */
  readonly index?: number;
  /** A key of the plan format, such as `depends_on`, `when` or, without a task, `result`. */
  readonly field?: string;
  /** Steps below the field: list positions, table keys, question ids. */
  readonly element?: readonly (string | number)[];
}

/**
 * The range of a place, or `undefined` when it is not written there. The checks then ask for the next wider place: fewer
 * steps, then the field, then the task, then the plan.
 */
export type Locate = (place: PlanPlace) => SourceRange | undefined;

/** The range of the narrowest place that is written down. */
export function locateNearest(locate: Locate, place: PlanPlace): SourceRange | undefined {
  const { task, index, field, element = [] } = place;
  const owner = {
    ...(task === undefined ? {} : { task }),
    ...(index === undefined ? {} : { index }),
  };
  if (field !== undefined) {
    for (let length = element.length; length > 0; length--) {
      const range = locate({ ...owner, field, element: element.slice(0, length) });
      if (range) return range;
    }
    const range = locate({ ...owner, field });
    if (range) return range;
  }
  return (task === undefined ? undefined : locate(owner)) ?? locate({});
}
