/**
 * Random runs from seeds, as many as asked for: walks by machine and model side by side, and simulations of the real
 * engine with faults. Prints how many, how long and which marks were seen; ends with 1 at the first run that is wrong.
 *
 *     npm run simulate -- --runs 20000 --simulations 2000 --seed 1
 *
 * A long campaign runs in slices of consecutive seeds and appends a line a slice to a file; started again with the same
 * options it goes on behind the last line. Lines are added up with `--sum`:
 *
 *     npm run simulate -- --runs 19400 --simulations 600 --slices 50 --out campaign.jsonl
 *     npm run simulate -- --sum campaign.jsonl
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runSlice, type Slice } from "./simulation/slice.js";
import { totalsOf } from "./simulation/totals.js";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    simulations: { type: "string" },
    seed: { type: "string", default: "1" },
    slices: { type: "string", default: "1" },
    out: { type: "string" },
    sum: { type: "string" },
  },
});

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
  process.exit(2);
}

function slicesIn(path: string): readonly Slice[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Slice);
}

async function runCampaign(): Promise<readonly Slice[]> {
  const walks = wholeNumber("runs", values.runs);
  // A simulation takes about ten times as long as a walk.
  const simulations = wholeNumber(
    "simulations",
    values.simulations ?? String(Math.ceil(walks / 10)),
  );
  const seed = wholeNumber("seed", values.seed);
  const count = wholeNumber("slices", values.slices);
  const { out } = values;
  const slices = out !== undefined && existsSync(out) ? [...slicesIn(out)] : [];
  for (let at = slices.length; at < count; at++) {
    const walksFrom = seed + at * walks;
    const simulationsFrom = seed + at * simulations;
    const slice = await runSlice({ walksFrom, walks, simulationsFrom, simulations });
    slices.push(slice);
    if (out !== undefined) appendFileSync(out, `${JSON.stringify(slice)}\n`);
    if (count > 1) console.log(`slice ${at + 1} of ${count}: no difference, no finding`);
  }
  return slices;
}

const slices = values.sum === undefined ? await runCampaign() : slicesIn(values.sum);
for (const line of totalsOf(slices)) console.log(line);
