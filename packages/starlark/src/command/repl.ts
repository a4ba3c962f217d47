/**
 * The conversation on a terminal: one statement after another, each seeing the names of those before it.
 *
 * A statement is a program of its own whose names stay known; what it made may still be changed by the next. A statement
 * with a block ends at an empty line. Values are shown as `repr` writes them, `None` is not shown.
 */
import { once } from "node:events";
import type { Interface } from "node:readline";
import type { Budget } from "../budget/budget.js";
import { StarlarkError } from "../errors/starlark-error.js";
import { textOf } from "../operations/value-text.js";
import { parse } from "../syntax/parse.js";
import type { Value } from "../values/value.js";
import { errorText } from "./error-text.js";
import { Sources } from "./sources.js";
import { terminal, writeError, writeOut } from "./streams.js";

const FIRST_PROMPT = ">>> ";
const NEXT_PROMPT = "... ";

/** Talks until the input ends. */
export function converse(budget: Budget): Promise<void> {
  return new Conversation(budget).run();
}

class Conversation {
  private readonly budget: Budget;
  private readonly sources: Sources;
  private readonly names: Map<string, Value> = new Map();
  private lines: string[] = [];
  private statements = 0;

  constructor(budget: Budget) {
    this.budget = budget;
    this.sources = new Sources(budget, (text) => writeOut(`${text}\n`));
  }

  async run(): Promise<void> {
    // Only a conversation needs it, so that a file does not wait for it to load.
    const { createInterface } = await import("node:readline");
    const lines = createInterface({ ...terminal(), prompt: FIRST_PROMPT });
    lines.on("line", (line) => {
      this.take(line);
      this.prompt(lines);
    });
    lines.on("SIGINT", () => {
      this.lines = [];
      writeOut("\n");
      this.prompt(lines);
    });
    this.prompt(lines);
    await once(lines, "close");
    writeOut("\n");
  }

  private prompt(lines: Interface): void {
    lines.setPrompt(this.lines.length === 0 ? FIRST_PROMPT : NEXT_PROMPT);
    lines.prompt();
  }

  private take(line: string): void {
    this.lines.push(line);
    const text = `${this.lines.join("\n")}\n`;
    if (wantsMore(text, line, this.budget)) return;
    this.lines = [];
    if (text.trim() !== "") this.evaluate(text);
  }

  /** Every statement may use the whole budget again. */
  private evaluate(text: string): void {
    this.budget.ticksUsed = 0;
    this.budget.heapBytesUsed = 0;
    this.statements++;
    try {
      const file = `<stdin:${this.statements}>`;
      const { names, lastValue } = this.sources.step(file, text, this.names);
      for (const [name, value] of names) this.names.set(name, value);
      if (lastValue === undefined || lastValue === null) return;
      writeOut(`${textOf(lastValue, "repr", this.budget)}\n`);
    } catch (error) {
      if (!(error instanceof StarlarkError)) throw error;
      writeError(errorText(error, this.sources));
    }
  }
}

const COMPOUND: ReadonlySet<string> = new Set(["Def", "For", "If"]);

/** Errors of a text that may be the beginning of a statement. */
const UNFINISHED_CODES: ReadonlySet<string> = new Set([
  "missing-block",
  "unclosed-bracket",
  "unclosed-string",
]);

/** Whether a statement goes on: it is open in a bracket, a string or a block. */
function wantsMore(text: string, line: string, budget: Budget): boolean {
  const parsed = parse(text, { file: "<stdin>", limits: budget.limits });
  if (!parsed.ok) {
    const code = parsed.diagnostics[0]?.code ?? "";
    return UNFINISHED_CODES.has(code) && !(code === "missing-block" && line.trim() === "");
  }
  const { statements } = parsed.tree;
  return line.trim() !== "" && COMPOUND.has(statements[statements.length - 1]?.kind ?? "");
}
