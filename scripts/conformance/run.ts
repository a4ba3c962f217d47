/**
 * `npm run conformance -- --official <folder> --starlark-go <folder>`: the public suites against this language.
 *
 * The folders are checkouts that lie beside the project; nothing of them belongs to it:
 *
 *     git clone https://github.com/bazelbuild/starlark          # --official starlark/test_suite/testdata
 *     git clone https://github.com/google/starlark-go           # --starlark-go starlark-go
 *
 * Prints each difference that no waiver covers, then the figures; ends with 1 when there is one.
 */
import { parseArgs } from "node:util";
import { type Outcome, runOfficial, runStarlarkGo } from "./suite.js";
import { OFFICIAL_WAIVERS, REASONS, STARLARK_GO_WAIVERS } from "./waiver-list.js";
import { Waivers } from "./waivers.js";

const { values: options } = parseArgs({
  options: {
    official: { type: "string" },
    "starlark-go": { type: "string" },
    waivers: { type: "boolean", default: false },
  },
});

if (options.waivers) printWaivers();
const outcomes: readonly (readonly [string, Outcome])[] = [
  ...(options.official === undefined
    ? []
    : [["official", runOfficial(options.official, new Waivers(OFFICIAL_WAIVERS))] as const]),
  ...(options["starlark-go"] === undefined
    ? []
    : [
        [
          "starlark-go",
          runStarlarkGo(options["starlark-go"], new Waivers(STARLARK_GO_WAIVERS)),
        ] as const,
      ]),
];
if (outcomes.length === 0 && !options.waivers) {
  console.error("usage: npm run conformance -- --official <folder> --starlark-go <folder>");
  process.exitCode = 2;
}
for (const [name, outcome] of outcomes) report(name, outcome);

function report(name: string, outcome: Outcome): void {
  for (const difference of outcome.differences) console.log(difference);
  const { chunks, failedChunks, waivedChunks, assertions } = outcome;
  const passed = chunks - failedChunks - waivedChunks;
  const counted = assertions > 0 ? `, ${assertions} assertions ran` : "";
  console.log(
    `${name}: ${passed} of ${chunks} programs as expected, ${waivedChunks} with waivers, ${failedChunks} failed${counted}`,
  );
  if (outcome.differences.length > 0) process.exitCode = 1;
}

function printWaivers(): void {
  for (const { file, lines, reason, removed } of [...OFFICIAL_WAIVERS, ...STARLARK_GO_WAIVERS]) {
    const shown = typeof lines === "number" ? lines : lines.join("-");
    console.log(`${file}:${shown}: ${REASONS.get(reason)}${removed ? " (removed)" : ""}`);
  }
}
