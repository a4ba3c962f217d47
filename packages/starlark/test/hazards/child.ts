/** Runs every hazard and writes one line of JSON for each; see `hazards.test.ts`. */
import { hostFunction, type Value } from "@crucible/starlark";
import { runSource } from "../run-source.js";
import { HAZARDS } from "./hazards.js";

/** What came of one hazard. */
export interface HazardReport {
  readonly title: string;
  readonly codes: readonly string[];
  readonly located: boolean;
  readonly messageLength: number;
  readonly printed: string;
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Asks for the place of each of its calls, as a host does that reports them. */
const here = hostFunction({ name: "here", call: (call) => call.range.start.line });
const predeclared: ReadonlyMap<string, Value> = new Map([["here", here]]);

for (const { title, source } of HAZARDS) {
  const start = performance.now();
  const outcome = runSource(source, { predeclared });
  const diagnostics = outcome.ok ? [] : outcome.diagnostics;
  const report: HazardReport = {
    title,
    codes: [...new Set(diagnostics.map(({ code }) => code))],
    located: diagnostics.every(({ range }) => range?.file === "test.star"),
    messageLength: Math.max(0, ...diagnostics.map(({ message }) => message.length)),
    printed: outcome.ok ? outcome.printed.join("\n") : "",
    milliseconds: Math.round(performance.now() - start),
    megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
