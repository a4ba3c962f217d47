/** Showing a PNG in the terminal itself, where the terminal is one that can (CLI-003). */
import type { Terminal } from "../terminal/terminal.js";

/** The kitty protocol takes a picture in pieces of this many characters. */
const PIECE = 4_096;

/** What makes the terminal show the picture, or `undefined` where nothing would. */
export function inlinePicture(
  png: Uint8Array,
  { interactive, env }: Pick<Terminal, "interactive" | "env">,
): string | undefined {
  if (!interactive) return undefined;
  const text = Buffer.from(png).toString("base64");
  if (
    env["KITTY_WINDOW_ID"] ||
    env["TERM"] === "xterm-kitty" ||
    env["TERM_PROGRAM"] === "ghostty"
  ) {
    return kitty(text);
  }
  if (["iTerm.app", "WezTerm"].includes(env["TERM_PROGRAM"] ?? "")) {
    return `\u001b]1337;File=inline=1;size=${png.length}:${text}\u0007`;
  }
  return undefined;
}

function kitty(text: string): string {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; from += PIECE) {
    const isLast = from + PIECE >= text.length;
    const keys = `${from === 0 ? "a=T,f=100," : ""}m=${isLast ? 0 : 1}`;
    pieces.push(`\u001b_G${keys};${text.slice(from, from + PIECE)}\u001b\\`);
  }
  return pieces.join("");
}
