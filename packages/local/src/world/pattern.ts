/**
 * Patterns of injected files: `*` and `?` within a component, `[…]` for one of some characters, `**` for any folders. A
 * pattern without them names a file or a whole folder. A name that begins with a dot needs a dot in the pattern.
 */

/** Whether a pattern stands for the file at a path. Both are relative with forward slashes. */
export function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const names = path.split("/");
  if (!/[*?[]/.test(pattern)) return isFolderOrFile(wanted, names);
  return matchesFrom(wanted, names);
}

function isFolderOrFile(wanted: readonly string[], names: readonly string[]): boolean {
  if (!wanted.every((name, index) => names[index] === name)) return false;
  // Below a folder, hidden names were not asked for.
  return names.slice(wanted.length).every((name) => !name.startsWith("."));
}

/** Compares component by component, remembering the last `**`: the work is bounded by the product of the lengths. */
function matchesFrom(wanted: readonly string[], names: readonly string[]): boolean {
  let at = 0;
  let back: { readonly wanted: number; at: number } | undefined;
  for (let index = 0; index < wanted.length || at < names.length; ) {
    const pattern = wanted[index];
    const name = names[at];
    if (pattern === "**") {
      back = { wanted: index + 1, at };
      index += 1;
    } else if (pattern !== undefined && name !== undefined && matchesName(pattern, name)) {
      index += 1;
      at += 1;
    } else if (back !== undefined && !(names[back.at] ?? ".").startsWith(".")) {
      back.at += 1;
      at = back.at;
      index = back.wanted;
    } else {
      return false;
    }
  }
  return true;
}

function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  const letters = [...name];
  const parts = partsOf(pattern);
  let at = 0;
  let back: { readonly part: number; at: number } | undefined;
  for (let index = 0; index < parts.length || at < letters.length; ) {
    const part = parts[index];
    const letter = letters[at];
    if (part === "*") {
      back = { part: index + 1, at };
      index += 1;
    } else if (part !== undefined && letter !== undefined && isOneOf(part, letter)) {
      index += 1;
      at += 1;
    } else if (back !== undefined && back.at < letters.length) {
      back.at += 1;
      at = back.at;
      index = back.part;
    } else {
      return false;
    }
  }
  return true;
}

/** A `*`, or a test of one character. */
type Part = "*" | ((letter: string) => boolean);

function isOneOf(part: Part, letter: string): boolean {
  return part !== "*" && part(letter);
}

function partsOf(pattern: string): readonly Part[] {
  const letters = [...pattern];
  const parts: Part[] = [];
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index] ?? "";
    const end = letter === "[" ? letters.indexOf("]", index + 2) : -1;
    if (letter === "*") parts.push("*");
    else if (letter === "?") parts.push(() => true);
    else if (end > 0) {
      parts.push(classOf(letters.slice(index + 1, end)));
      index = end;
    } else parts.push((other) => other === letter);
  }
  return parts;
}

/** `[abc]`, `[a-z]`, and either negated by a leading `!`. */
function classOf(letters: readonly string[]): (letter: string) => boolean {
  const negated = letters[0] === "!";
  const listed = negated ? letters.slice(1) : letters;
  const ranges: (readonly [string, string])[] = [];
  for (let index = 0; index < listed.length; index++) {
    const from = listed[index] ?? "";
    const to = listed[index + 1] === "-" ? listed[index + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) index += 2;
  }
  return (letter) => ranges.some(([from, to]) => letter >= from && letter <= to) !== negated;
}
