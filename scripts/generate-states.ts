/**
 * `npm run generate-states`: writes docs/reference/states.md from the machine's own table of states and edges, so that the
 * diagram says what the code does (CLI-028). A test writes it again in memory and compares.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { RUN_EDGES, RUN_PHASES, TASK_EDGES, TASK_STATES } from "@crucible/executor/machine";

const PATH = resolve(import.meta.dirname, "../docs/reference/states.md");

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** The whole document. */
export function statesDocument(): string {
  return [
    "# States",
    "",
    "Written by `npm run generate-states` from `packages/executor/src/machine/state/lifecycle.ts`; change it there. The machine",
    "refuses every move that is not in these tables, and a test makes every move that is.",
    "",
    "## A task",
    "",
    "A task, an instance of a fan-out and a round of a loop go through the same states. A fan-out is `running` from its",
    "expansion to its own row, a task of a loop from round one to the row under its own name. Nothing leaves `settled`.",
    "",
    ...diagram(
      TASK_STATES,
      TASK_EDGES.map(({ from, to, when }) => ({ from, to, label: when })),
    ),
    "",
    ...table(
      ["from", "to", "when", "rules"],
      TASK_EDGES.map(({ from, to, when, rules }) => [code(from), code(to), when, rules.join(" ")]),
    ),
    "",
    "## A run",
    "",
    "Where the walk of one execution stands. Each move is made by one kind of entry, so that reading a log gives the same",
    "phase. How a run stands for people (running, blocked, halted, interrupted, failed, succeeded, cancelled) is derived",
    "from this and from whether anybody drives it.",
    "",
    ...diagram(
      RUN_PHASES,
      RUN_EDGES.map(({ from, to, entry, when }) => ({ from, to, label: `${entry}, ${when}` })),
    ),
    "",
    ...table(
      ["from", "to", "entry", "when"],
      RUN_EDGES.map(({ from, to, entry, when }) => [code(from), code(to), code(entry), when]),
    ),
    "",
  ].join("\n");
}

/** A Mermaid state diagram: it begins at the first state and ends where no edge leads on. */
function diagram(states: readonly string[], edges: readonly Edge[]): readonly string[] {
  const ends = states.filter((state) => !edges.some(({ from }) => from === state));
  return [
    "```mermaid",
    "stateDiagram-v2",
    `    [*] --> ${states[0]}`,
    ...edges.map(({ from, to, label }) => `    ${from} --> ${to}: ${label.replace(/[:;#]/g, ",")}`),
    ...ends.map((state) => `    ${state} --> [*]`),
    "```",
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function code(text: string): string {
  return `\`${text}\``;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PATH, statesDocument());
