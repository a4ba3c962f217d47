// Compares the rules of docs/reference/rules.md with the titles of the tests.
//
//   npm run spec                 counts a group and lists rules without a test
//   npm run spec -- execution    exits 1 when a rule that lands with `execution` has no test
//
// A test names the rules it proves in its title, at most three, such as `EXEC-010 EXEC-013 in-flight tasks settle`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const IDS_PER_TITLE_MAX = 3;
const ID = /\b[A-Z]+-\d{3}\b/g;

/** Rules by id: `{ group, lands, text }`, read from the tables of the reference. */
function readRules() {
  const rules = new Map();
  for (const line of readFileSync("docs/reference/rules.md", "utf8").split("\n")) {
    const match = /^\|\s*([A-Z]+)-(\d{3})\s*\|\s*([a-z]+)\s*\|\s*(.*?)\s*\|$/.exec(line);
    if (!match) continue;
    const id = `${match[1]}-${match[2]}`;
    if (rules.has(id)) throw new Error(`docs/reference/rules.md lists ${id} twice`);
    rules.set(id, { group: match[1], lands: match[3], text: match[4] });
  }
  return rules;
}

/** The full titles of all tests, as the runner expands them. */
function readTitles() {
  const list = execFileSync("npx", ["vitest", "list", "--json"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(list.slice(list.indexOf("["))).map(
    (/** @type {{ name: string }} */ test) => test.name,
  );
}

const strictFor = process.argv.slice(2);
const rules = readRules();
const tested = new Set();
const problems = [];
for (const title of readTitles()) {
  const ids = [...new Set(title.match(ID) ?? [])].filter((id) => {
    const known = rules.has(id);
    if (!known && [...rules.values()].some((rule) => id.startsWith(`${rule.group}-`))) {
      problems.push(`a title names ${id}, which is no rule: ${title}`);
    }
    return known;
  });
  if (ids.length > IDS_PER_TITLE_MAX) problems.push(`a title names ${ids.length} rules: ${title}`);
  for (const id of ids) tested.add(id);
}

const groups = new Map();
const missing = [];
for (const [id, rule] of rules) {
  const key = `${rule.group.padEnd(8)} ${rule.lands}`;
  const count = groups.get(key) ?? { rules: 0, tested: 0 };
  count.rules += 1;
  if (tested.has(id)) count.tested += 1;
  else missing.push([id, rule]);
  groups.set(key, count);
}
for (const [key, count] of [...groups].sort()) {
  console.log(
    `${key.padEnd(24)} ${String(count.tested).padStart(4)} of ${count.rules} rules have a test`,
  );
}
const shown = missing.filter(
  ([, rule]) => strictFor.length === 0 || strictFor.includes(rule.lands),
);
if (shown.length > 0) console.log(`\n${shown.length} rules without a test:`);
for (const [id, rule] of shown) console.log(`  ${id} (${rule.lands}) ${rule.text}`);
for (const problem of problems) console.log(`problem: ${problem}`);
if (problems.length > 0 || (strictFor.length > 0 && shown.length > 0)) process.exitCode = 1;
