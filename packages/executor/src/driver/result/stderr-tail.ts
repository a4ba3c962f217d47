/** The end of standard error as a note carries it: one line, bounded, printable. */
import type { Mask } from "../journal/mask.js";

const LINES_MAX = 40;
const LINE_CHARACTERS_MAX = 240;
const TAIL_CHARACTERS_MAX = 4_000;
const SEPARATOR = " ⏎ ";

/**
 * The last lines that are not blank, joined, `|` escaped; cut from the front with `…` when too long. Secrets are taken out
 * before anything is cut, which would leave half of one, and again of what escape sequences no longer part.
 */
export function stderrTailNote(stderr: string, mask: Mask): string {
  if (stderr === "") return "";
  const lines = mask
    .text(stderr)
    .split("\n")
    .map((line) => mask.text(printable(line)).trim())
    .filter((line) => line !== "")
    .slice(-LINES_MAX)
    .map((line) => [...line].slice(0, LINE_CHARACTERS_MAX).join("").replaceAll("|", "\\|"));
  const tail = [...lines.join(SEPARATOR)];
  if (tail.length <= TAIL_CHARACTERS_MAX) return tail.join("");
  return `…${tail.slice(tail.length - TAIL_CHARACTERS_MAX + 1).join("")}`;
}

/** Without escape sequences and control characters, which a terminal would obey. */
function printable(line: string): string {
  return line.replace(/\u001b\[[0-9;?]*[A-Za-z]/gu, "").replace(/\p{Cc}/gu, " ");
}
