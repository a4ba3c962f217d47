/** A task as a box: its lines of text, its shape and its colours. */
import { kindLabel, type Task } from "@crucible/core";
import { visibleLine } from "../terminal/visible.js";
import { cut } from "../terminal/wrap.js";

export const BOX = { width: 218, height: 54 } as const;

/** Characters of the small and of the large text that a box holds. */
const NAME_LENGTH = 25;
const DETAIL_LENGTH = 31;

interface BoxText {
  readonly name: string;
  readonly details: readonly [string, string];
}

function boxText(task: Task): BoxText {
  const { over, when } = task;
  const first = [
    kindLabel(task),
    ...(task.isolation ? ["isolated"] : []),
    ...(task.required ? [] : ["advisory"]),
    ...(task.join === "all" ? [] : [task.join]),
    ...(task.session === undefined ? [] : [task.session]),
  ].join(" · ");
  const second = [
    ...(when === undefined ? [] : [`${when.question}: ${when.is.join(", ")}`]),
    ...(over === undefined ? [] : [`× ${over.task}.${over.field}`]),
    ...(task.revise === undefined ? [] : [`revises, ${task.revise.maxRounds} rounds`]),
    ...(task.kind === "agent" && task.model !== null ? [task.model] : []),
    ...("command" in task ? [task.command] : []),
    ...(task.kind === "route" ? [task.decider.kind] : []),
  ].join(" · ");
  return {
    name: shortened(visibleLine(task.name)),
    details: [cut(visibleLine(first), DETAIL_LENGTH), cut(visibleLine(second), DETAIL_LENGTH)],
  };
}

/** Long names often differ at their end, so both ends stay. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= NAME_LENGTH) return name;
  const end = Math.floor(NAME_LENGTH / 2) - 2;
  const begin = NAME_LENGTH - end - 1;
  return `${characters.slice(0, begin).join("")}…${characters.slice(-end).join("")}`;
}

const FILLS: Readonly<Record<Task["kind"], string>> = {
  agent: "#dbeafe",
  command: "#f1f5f9",
  evaluate: "#dcfce7",
  route: "#fef3c7",
  report: "#f3e8ff",
  top_k: "#ffedd5",
  engine: "#ccfbf1",
};

const STROKES: Readonly<Record<Task["kind"], string>> = {
  agent: "#1d4ed8",
  command: "#475569",
  evaluate: "#15803d",
  route: "#b45309",
  report: "#7e22ce",
  top_k: "#c2410c",
  engine: "#0f766e",
};

/** The box at its upper left corner. */
export function boxSvg(task: Task, x: number, y: number): string {
  const { name, details } = boxText(task);
  const fill = FILLS[task.kind];
  const dash = task.required ? "" : ' stroke-dasharray="6 4"';
  const style = `fill="${fill}" stroke="${STROKES[task.kind]}" stroke-width="1.5"${dash}`;
  const shape = (dx: number, dy: number): string => outline(task, x + dx, y + dy, style);
  const [first, second] = details;
  const top = second === "" ? y + 24 : y + 18;
  return [
    ...(task.over === undefined ? [] : [shape(6, 6), shape(3, 3)]),
    shape(0, 0),
    text(name, x + 12, top, 13, "#0f172a", "bold"),
    text(first, x + 12, top + 15, 10.5, "#334155"),
    ...(second === "" ? [] : [text(second, x + 12, top + 28, 10.5, "#64748b")]),
  ].join("\n");
}

/** Routes have pointed ends, agents round corners, isolated tasks a second line. */
function outline(task: Task, x: number, y: number, style: string): string {
  const { width, height } = BOX;
  if (task.kind === "route") {
    const points = [
      [x, y + height / 2],
      [x + 9, y],
      [x + width - 9, y],
      [x + width, y + height / 2],
      [x + width - 9, y + height],
      [x + 9, y + height],
    ];
    return `<polygon points="${points.map(([a, b]) => `${a},${b}`).join(" ")}" ${style}/>`;
  }
  const radius = task.kind === "agent" ? 14 : 3;
  const rect = (inset: number): string =>
    `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}" ${style}/>`;
  return task.isolation === null ? rect(0) : `${rect(0)}${rect(3)}`;
}

export function text(
  words: string,
  x: number,
  y: number,
  size: number,
  color: string,
  weight = "normal",
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" font-weight="${weight}">${escaped(words)}</text>`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? "");
}
