/**
 * Where a producer's files are staged: one folder below `inputs/` a producer, under its own name. The key of an instance
 * may hold anything, so whatever would leave the folder or hide it is escaped; distinct keys give distinct folders.
 */

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["%", "%25"],
  ["/", "%2F"],
  ["\\", "%5C"],
  ["\0", "%00"],
]);

/** `%`, `/`, backslash, NUL and a leading dot, escaped (FILE-023, FILE-025). */
export function escapedKey(key: string): string {
  const escaped = key.replace(/[%/\\\u0000]/gu, (character) => ESCAPES.get(character) ?? character);
  return escaped.startsWith(".") ? `%2E${escaped.slice(1)}` : escaped;
}

/** The folder of a task, or of one instance of it. */
export function setDirectory(node: string, key: string | undefined): string {
  return key === undefined ? node : `${node}[${escapedKey(key)}]`;
}
