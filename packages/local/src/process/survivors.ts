/** Names the processes that outlived an attempt, for the note of its row. */
import type { Swept } from "./sweep.js";

/** A note names so many kinds of them; a fork bomb has thousands. */
const NAMED_MAX = 8;

/**
 * Descriptions of what an attempt left behind. What was ended counts only when the attempt had ended by itself: whatever
 * ran when it was told to end is part of what was ended.
 */
export function survivorsOf({ ended, left }: Swept, endedByItself: boolean): readonly string[] {
  const names = endedByItself ? counted(ended).map((name) => `${name} (ended)`) : [];
  return [...shortened(names), ...shortened(left)];
}

/** Each name once, with its number, in the order of names. */
function counted(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} of ${name}`));
}

function shortened(names: readonly string[]): readonly string[] {
  if (names.length <= NAMED_MAX) return names;
  return [...names.slice(0, NAMED_MAX), `${names.length - NAMED_MAX} more`];
}
