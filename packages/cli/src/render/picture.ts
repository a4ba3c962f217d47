/**
 * A plan as an SVG picture: tasks in ranks from left to right, arrows along dependencies, the epilogue in a frame of its
 * own below. Many ranks are folded into several rows, so that a picture is never a ribbon.
 *
 * Pure text out of plan data: equal plans give equal pictures, and every name is escaped.
 */
import type { Plan, Task } from "@crucible/core";
import { BOX, boxSvg, text } from "./box.js";
import { type Edge, type LayeredGraph, layeredGraph, type Node } from "./graph.js";
import { orderedRanks } from "./order.js";
import { middles } from "./place.js";

/** A picture of more is no picture any more. */
export const TASKS_DRAWN_MAX = 1_000;

const MARGIN = 28;
const RANK_STEP = BOX.width + 72;
const GAP = 20;
const ROW_GAP = 96;
/** Room at both sides of a picture with several rows, where arrows turn. */
const TURN = 44;
/** A point of an edge needs little room. */
const POINT_SIZE = 14;

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

interface Part {
  readonly content: readonly string[];
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The picture of a plan of at most {@link TASKS_DRAWN_MAX} tasks; `undefined` when too much in it depends on too much. */
export function pictureOf(plan: Pick<Plan, "tasks">): Picture | undefined {
  const main = drawn(plan.tasks.filter(({ stage }) => stage === "iteration"));
  const epilogue = drawn(plan.tasks.filter(({ stage }) => stage === "epilogue"));
  if (main === undefined || epilogue === undefined) return undefined;
  const hasEpilogue = epilogue.content.length > 0;
  const top = MARGIN + main.height + (hasEpilogue ? ROW_GAP : 0);
  const width = Math.ceil(Math.max(main.width, epilogue.width) + 2 * MARGIN);
  const height = Math.ceil(top + (hasEpilogue ? epilogue.height + 16 : 0) + MARGIN);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Roboto Mono', 'DejaVu Sans Mono', monospace">`,
    ARROW,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    moved(main, MARGIN, MARGIN),
    ...(hasEpilogue
      ? [
          `<rect x="${MARGIN - 14}" y="${top - 28}" width="${epilogue.width + 28}" height="${epilogue.height + 44}" rx="6" fill="none" stroke="#94a3b8" stroke-dasharray="2 4"/>`,
          text("epilogue", MARGIN, top - 12, 11, "#64748b"),
          moved(epilogue, MARGIN, top),
        ]
      : []),
    "</svg>",
  ];
  return { svg: `${lines.join("\n")}\n`, width, height };
}

const ARROW = `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#64748b"/></marker><marker id="back" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#be123c"/></marker></defs>`;

function moved(part: Part, x: number, y: number): string {
  return [`<g transform="translate(${x} ${y})">`, ...part.content, "</g>"].join("\n");
}

function drawn(tasks: readonly Task[]): Part | undefined {
  if (tasks.length === 0) return { content: [], width: 0, height: 0 };
  const graph = layeredGraph(tasks);
  if (graph === undefined) return undefined;
  const ranks = orderedRanks(graph);
  const { places, gaps, width, height } = placed(ranks);
  const arrows = graph.edges.map((edge, index) => arrow(edge, { places, gaps, index }));
  const boxes = ranks.flat().flatMap((node) => {
    const at = places.get(node);
    return node.task && at ? [boxSvg(node.task, at.x, at.y - BOX.height / 2)] : [];
  });
  return { content: [...arrows, ...backArrows(graph, places), ...boxes], width, height };
}

interface Placing {
  /** The left edge and the middle of each node. */
  readonly places: ReadonlyMap<Node, Point>;
  /** By rank, where the gap below its row begins. */
  readonly gaps: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Ranks side by side, folded into rows that are about as long as all rows together are high. */
function placed(ranks: readonly (readonly Node[])[]): Placing {
  const places = new Map<Node, Point>();
  const gaps: number[] = [];
  const rowLength = ranksInRow(ranks);
  const left = rowLength < ranks.length ? TURN : 0;
  let top = 0;
  let width = 0;
  for (let first = 0; first < ranks.length; first += rowLength) {
    const row = ranks.slice(first, first + rowLength);
    const middle = middles(row, sizeOf);
    let bottom = 0;
    for (const [column, rank] of row.entries()) {
      for (const node of rank) {
        const at = middle.get(node) ?? 0;
        places.set(node, { x: left + column * RANK_STEP, y: round(top + at) });
        bottom = Math.max(bottom, at + sizeOf(node) / 2);
      }
    }
    for (const _rank of row) gaps.push(round(top + bottom));
    top = round(top + bottom + ROW_GAP);
    width = Math.max(width, (row.length - 1) * RANK_STEP + BOX.width + 8 + 2 * left);
  }
  return { places, gaps, width, height: top - ROW_GAP };
}

function sizeOf(node: Node): number {
  return node.task === undefined ? POINT_SIZE : BOX.height + GAP;
}

/** Up to eight ranks stay in one row; more are folded so that the picture is about half as high as it is wide. */
function ranksInRow(ranks: readonly (readonly Node[])[]): number {
  if (ranks.length <= 8) return ranks.length;
  const heights = ranks.map((rank) => rank.reduce((sum, node) => sum + sizeOf(node), 0));
  for (let rows = 1; rows < ranks.length; rows++) {
    const length = Math.ceil(ranks.length / rows);
    let height = 0;
    for (let first = 0; first < ranks.length; first += length) {
      height += Math.max(...heights.slice(first, first + length)) + ROW_GAP;
    }
    if (length * RANK_STEP <= 2.2 * height || length <= 6) return length;
  }
  return ranks.length;
}

interface ArrowPlaces extends Pick<Placing, "places" | "gaps"> {
  /** Which of the arrows it is, so that neighbours turn beside each other. */
  readonly index: number;
}

function arrow({ from, to, nodes }: Edge, { places, gaps, index }: ArrowPlaces): string {
  const points = nodes.flatMap((node) => places.get(node) ?? []);
  const lane = 12 + ((index * 7) % (ROW_GAP - 36));
  const levels = nodes.slice(0, -1).map(({ rank }) => (gaps[rank] ?? 0) + lane);
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return "";
  const start = { x: first.x + BOX.width, y: first.y };
  const dash = to.optional.includes(from.name) ? ' stroke-dasharray="5 4"' : "";
  const color = to.when?.task === from.name ? "#b45309" : "#64748b";
  return `<path d="${curve(start, [...rest, last], levels)}" fill="none" stroke="${color}" stroke-width="1.2"${dash} marker-end="url(#arrow)"/>`;
}

/** Level past the boxes on the way; where a row ends, through the gap below it and back to the left. */
function curve(start: Point, stops: readonly Point[], levels: readonly number[]): string {
  let path = `M${start.x} ${start.y}`;
  let at = start;
  for (const [index, stop] of stops.entries()) {
    const level = levels[index] ?? 0;
    path += stop.x < at.x ? turn(at, stop, level) : bend(at, stop);
    at = stop;
    if (index === stops.length - 1) break;
    at = { x: stop.x + BOX.width, y: stop.y };
    path += ` L${at.x} ${at.y}`;
  }
  return path;
}

function bend(from: Point, to: Point): string {
  const half = round((to.x - from.x) / 2);
  return ` C${from.x + half} ${from.y} ${to.x - half} ${to.y} ${to.x} ${to.y}`;
}

function turn(from: Point, to: Point, level: number): string {
  const right = `${from.x + TURN} ${from.y} ${from.x + TURN} ${level} ${from.x} ${level}`;
  const left = `${to.x - TURN} ${level} ${to.x - TURN} ${to.y} ${to.x} ${to.y}`;
  return ` C${right} L${to.x} ${level} C${left}`;
}

/** From a reviewer back to what it revises, below the boxes. */
function backArrows({ ranks }: LayeredGraph, places: ReadonlyMap<Node, Point>): readonly string[] {
  const nodes = new Map(
    ranks.flat().flatMap((node) => (node.task ? [[node.task.name, node]] : [])),
  );
  return [...nodes.values()].flatMap((node) =>
    (node.task?.revise?.targets ?? []).flatMap((target) => {
      const from = places.get(node);
      const other = nodes.get(target);
      const to = other && places.get(other);
      return from && to ? [backArrow(from, to)] : [];
    }),
  );
}

function backArrow(from: Point, to: Point): string {
  const startX = from.x + BOX.width / 2 - 20;
  const endX = to.x + BOX.width / 2 + 20;
  const startY = from.y + BOX.height / 2;
  const endY = to.y + BOX.height / 2;
  const depth = Math.max(startY, endY) + 30;
  return `<path d="M${startX} ${startY} C${startX} ${depth} ${endX} ${depth} ${endX} ${endY + 1}" fill="none" stroke="#be123c" stroke-width="1.2" stroke-dasharray="4 3" marker-end="url(#back)"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
