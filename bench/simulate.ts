/**
 * Random runs from seeds, as many as asked for: walks by machine and model side by side, and simulations of the real
 * engine with faults. Prints how many, how long and which marks were seen; ends with 1 at the first run that is wrong.
 *
 *     npm run simulate -- --runs 20000 --simulations 2000 --seed 1
 */
import { parseArgs } from "node:util";
import { MARKS, type Mark, marksOf, verifySimulation, verifyWalk } from "@crucible/testing";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    simulations: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const runs = wholeNumber("runs", values.runs);
// A simulation takes about ten times as long as a walk.
const simulations = wholeNumber("simulations", values.simulations ?? String(Math.ceil(runs / 10)));
const firstSeed = wholeNumber("seed", values.seed);

const counts = new Map<Mark, number>(MARKS.map((mark) => [mark, 0]));

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
  process.exit(2);
}

function seen(marks: ReadonlySet<Mark>): void {
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
}

function seconds(fromMs: number): string {
  return `${((performance.now() - fromMs) / 1_000).toFixed(1)} s`;
}

async function walkAll(): Promise<void> {
  const fromMs = performance.now();
  let facts = 0;
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const walk = await verifyWalk(seed);
    facts += walk.facts.length;
    seen(marksOf(walk));
  }
  console.log(`walks: ${runs} from seed ${firstSeed}, ${facts} facts, ${seconds(fromMs)}`);
}

async function simulateAll(): Promise<void> {
  const fromMs = performance.now();
  let processes = 0;
  let struck = 0;
  for (let seed = firstSeed; seed < firstSeed + simulations; seed++) {
    const simulation = await verifySimulation(seed);
    processes += simulation.processes;
    if (simulation.struck > 0) struck += 1;
    seen(marksOf(simulation));
  }
  console.log(
    `simulations: ${simulations} from seed ${firstSeed}, ${processes} processes, ${struck} with a fault, ${seconds(fromMs)}`,
  );
}

await walkAll();
await simulateAll();
for (const [mark, count] of counts) console.log(`${String(count).padStart(8)}  ${mark}`);
