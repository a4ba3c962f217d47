/** Names in messages, which come from outside and may be a megabyte long. */

/** Longer names are shortened. */
const NAME_SHOWN_MAX = 100;

/** Paths are worth more of a line: what tells two apart often stands at the end. */
const PATH_SHOWN_MAX = 500;

/** A name in double quotes, with escapes, shortened when it is very long. */
export function quote(name: string): string {
  return quoted(name, NAME_SHOWN_MAX);
}

/** A path in double quotes, with escapes, shortened when it is longer than any that is meant. */
export function quotePath(path: string): string {
  return quoted(path, PATH_SHOWN_MAX);
}

function quoted(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return JSON.stringify(text);
  return JSON.stringify(`${[...text.slice(0, lengthMax)].slice(0, -1).join("")}…`);
}

/** `"a", "b" and 3 more`. */
export function quoteList(names: readonly string[], shownMax = 8): string {
  const shown = names.slice(0, shownMax).map(quote);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
