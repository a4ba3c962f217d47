/** A campaign in figures. */
import type { InterruptedRun } from "./interrupted-run.js";

/** A line a pack, and one for all. */
export function summaryOf(runs: readonly InterruptedRun[]): string {
  const subjects = [...new Set(runs.map(({ subject }) => subject))];
  const lines = subjects.map((subject) =>
    lineOf(
      subject,
      runs.filter((one) => one.subject === subject),
    ),
  );
  return [...lines, lineOf("all", runs)].join("\n");
}

function lineOf(name: string, runs: readonly InterruptedRun[]): string {
  const kills = runs.flatMap((one) => one.kills);
  const sum = (of: (run: InterruptedRun) => number) =>
    runs.reduce((total, one) => total + of(one), 0);
  const again = sum((one) => Math.max(0, one.kills.length - 1));
  const early = kills.filter(({ lines }) => lines === 0).length;
  const traceless = kills.filter(({ before }) => before).length;
  const minutes = (sum(({ tookMs }) => tookMs) / 60_000).toFixed(1);
  return (
    `${name}: ${kills.length} kills in ${runs.length} runs, ${again} of them after the first, ` +
    `${early} before the log's first line (${traceless} before any trace); ${sum(({ lost }) => lost)} attempts lost, ` +
    `${sum(({ readings }) => readings)} readings, ${minutes} min; ` +
    `${sum(({ findings }) => findings.length)} findings`
  );
}
