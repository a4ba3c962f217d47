/** From the text of a result line or file to what the machine judges. */
import type { Process } from "@crucible/core";
import type { ResultReading } from "../../machine/fact.js";
import { bounded } from "../../machine/judge/judgement.js";
import type { Mask } from "../journal/mask.js";
import { readJson } from "./bounded-json.js";
import { lastLine } from "./last-line.js";

/** How much of a line that is not JSON a note repeats. */
const LINE_SHOWN_CHARACTERS = 240;

/** Reads the last line of a process's output (EXEC-044). */
export async function readResultLine(
  process: Pick<Process, "stdout">,
  stdoutBytes: number,
  lineBytesMax: number,
  mask: Mask,
): Promise<ResultReading> {
  const line = await lastLine(process, stdoutBytes, lineBytesMax);
  if (line.kind === "none") return line;
  if (line.kind === "refused") {
    return { kind: "refused", problem: `last stdout line ${line.problem}` };
  }
  return readResultText(line.text, "last stdout line", mask);
}

/** Reads a text that should be one JSON value; `subject` begins the problem of one that is past a bound. */
export function readResultText(text: string, subject: string, mask: Mask): ResultReading {
  const reading = readJson(text);
  switch (reading.kind) {
    case "value":
      return { kind: "value", value: mask.value(reading.value) };
    case "refused":
      return { kind: "refused", problem: `${subject} ${reading.problem}` };
    case "not_json":
      return {
        kind: "not_json",
        error: reading.error,
        line: bounded(mask.text(text), LINE_SHOWN_CHARACTERS),
      };
  }
}
