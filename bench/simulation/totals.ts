/** Slices added up, and told in the words of the documentation. */
import { MARKS, type Mark } from "@crucible/testing";
import type { Elapsed, Slice } from "./slice.js";

/** How often each mark must be seen over a whole campaign. */
const SEEN_LEAST = 100;

/** The figures of all slices as lines of text: the documentation's table first, then every mark, rarest first. */
export function totalsOf(slices: readonly Slice[]): readonly string[] {
  const sum = (figure: (slice: Slice) => number): number =>
    slices.reduce((total, slice) => total + figure(slice), 0);
  const walks = sum((slice) => slice.walks);
  const simulations = sum((slice) => slice.simulations);
  const struckWalks = sum((slice) => slice.faultyWalks);
  const struck = sum((slice) => slice.faultySimulations);
  const facts = sum((slice) => slice.facts);
  const reruns = sum((slice) => slice.reruns);
  const processes = sum((slice) => slice.processes);
  const large = sum((slice) => slice.largePlans);
  const marks = countsOf(slices);
  const rare = marks.filter(([, count]) => count < SEEN_LEAST);
  return [
    "| what | seeds | outcome | time |",
    "| --- | --- | --- | --- |",
    row(
      "walks of 5 to 60 tasks",
      seedsOf(slices, (slice) => [slice.walksFrom, slice.walks]),
      `no difference over ${grouped(facts)} facts; ${share(struckWalks, walks)} faulty, ${grouped(reruns)} reruns`,
      time(slices.map((slice) => slice.walkTime)),
    ),
    row(
      "simulations of the engine",
      seedsOf(slices, (slice) => [slice.simulationsFrom, slice.simulations]),
      `no finding; ${grouped(processes)} processes, ${share(struck, simulations)} faulty`,
      time(slices.map((slice) => slice.simulationTime)),
    ),
    "",
    `${grouped(walks + simulations)} runs in ${slices.length} slices, ${grouped(large)} of them plans of more than 25 tasks.`,
    `Marks seen fewer than ${SEEN_LEAST} times: ${rare.length === 0 ? "none" : rare.map(([mark]) => mark).join(", ")}.`,
    "",
    ...marks.map(([mark, count]) => `${grouped(count).padStart(10)}  ${mark}`),
  ];
}

function countsOf(slices: readonly Slice[]): readonly (readonly [Mark, number])[] {
  return MARKS.map((mark) => {
    const count = slices.reduce((total, slice) => total + (slice.marks[mark] ?? 0), 0);
    return [mark, count] as const;
  }).sort((a, b) => a[1] - b[1]);
}

/** Seeds as ranges, neighbours joined. */
function seedsOf(
  slices: readonly Slice[],
  rangeOf: (slice: Slice) => readonly [number, number],
): string {
  const ranges: [number, number][] = [];
  for (const [from, count] of slices.map(rangeOf).sort((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1);
    if (count === 0) continue;
    if (last?.[1] === from - 1) last[1] = from + count - 1;
    else ranges.push([from, from + count - 1]);
  }
  return ranges.map(([from, to]) => `${grouped(from)}-${grouped(to)}`).join(", ") || "none";
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function share(part: number, whole: number): string {
  return `${grouped(part)} (${whole === 0 ? 0 : Math.round((100 * part) / whole)} %)`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

function time(elapsed: readonly Elapsed[]): string {
  const seconds = elapsed.reduce((total, one) => total + one.seconds, 0);
  const cpuSeconds = elapsed.reduce((total, one) => total + one.cpuSeconds, 0);
  return `${duration(seconds)}, ${duration(cpuSeconds)} of processor time`;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 10) return `${Math.round(seconds)} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
