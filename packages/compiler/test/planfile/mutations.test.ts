/**
 * Plan files that were damaged, carelessly or on purpose: reading one gives a plan or diagnostics, never an exception.
 *
 * `FUZZ_RUNS=10000` runs as many; a plain run takes a sample, always the same one.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planFileDrafts } from "../../../core/test/arbitraries/plans.js";
import { printPlanFile } from "../../src/planfile/print-plan-file.js";
import { type PlanFileFormat, readPlanFile } from "../../src/planfile/read-plan-file.js";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 1_000);
const SEED = 20_260_101;

/** One act of damage; positions are taken modulo the length of the text. */
type Damage =
  | { readonly kind: "cut"; readonly at: number; readonly length: number }
  | { readonly kind: "insert"; readonly at: number; readonly text: string }
  | { readonly kind: "copy"; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: "end"; readonly at: number }
  | { readonly kind: "swap"; readonly at: number; readonly to: number };

const position = fc.nat(1_000_000);
const fragment = fc.oneof(
  fc.constantFrom(
    ...['"', "'", "[", "]", "{", "}", ",", "=", ":", "\n", "\\", "#", ".", "-", "null", "nan"],
    ...["[[task]]\n", "[task]\n", "[params]\n", '"a"', "9".repeat(30), "1e999", "\ud800", "\0"],
    ...["1979-05-27", "__proto__", "__proto__.x = 1\n", '"__proto__": {},', '"""', "'''", "\u2028"],
    ...["[".repeat(300), "{a=".repeat(200), '{"a":'.repeat(200), "kind", "depends_on", "true"],
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: position, length: fc.nat(40) }),
  fc.record({ kind: fc.constant("insert" as const), at: position, text: fragment }),
  fc.record({
    kind: fc.constant("copy" as const),
    at: position,
    length: fc.nat(200),
    to: position,
  }),
  fc.record({ kind: fc.constant("end" as const), at: position }),
  fc.record({ kind: fc.constant("swap" as const), at: position, to: position }),
);

function damaged(text: string, act: Damage): string {
  const at = act.at % (text.length + 1);
  switch (act.kind) {
    case "cut":
      return text.slice(0, at) + text.slice(at + act.length);
    case "insert":
      return text.slice(0, at) + act.text + text.slice(at);
    case "copy": {
      const to = act.to % (text.length + 1);
      return text.slice(0, to) + text.slice(at, at + act.length) + text.slice(to);
    }
    case "end":
      return text.slice(0, at);
    case "swap": {
      const lines = text.split("\n");
      const [one, other] = [act.at % lines.length, act.to % lines.length];
      const line = lines[one] ?? "";
      lines[one] = lines[other] ?? "";
      lines[other] = line;
      return lines.join("\n");
    }
  }
}

/** Reading gives a plan that prints and reads back, or errors that say something and point into the text. */
function expectJudged(text: string, format: PlanFileFormat): void {
  const reading = readPlanFile(text, { file: "plan", format });
  if (reading.ok) {
    const printing = printPlanFile(reading.plan, "json");
    expect(printing.ok).toBe(true);
    const again = readPlanFile(printing.ok ? printing.text : "", { file: "plan.json" });
    expect(again).toEqual(reading);
    return;
  }
  expect(reading.diagnostics.length).toBeGreaterThan(0);
  const wrong = reading.diagnostics.filter(({ message, range, severity }) => {
    const isInside =
      !range || (range.start.offset <= range.end.offset && range.end.offset <= text.length);
    return severity !== "error" || message.trim() === "" || !isInside;
  });
  expect(wrong).toEqual([]);
}

describe.each(["toml", "json"] as const)("damaged plan files in %s", (format) => {
  test("give a plan or diagnostics", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        planFileDrafts,
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (draft, acts) => {
          const printing = printPlanFile(draft, format);
          const text = printing.ok ? printing.text : "";
          expectJudged(acts.reduce(damaged, text), format);
        },
      ),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });

  test("give diagnostics for text that is none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 200 }), (text) => {
        expectJudged(text, format);
      }),
      { numRuns: RUNS / 2, seed: SEED },
    );
  });
});

describe("hostile plan files", () => {
  const head = "version = 1\nbudget.usd = 1\n";

  test("nesting without end", () => {
    for (const depth of [200, 100_000]) {
      expectJudged(`${head}task = ${"[".repeat(depth)}${"]".repeat(depth)}`, "toml");
      expectJudged(`${head}task = ${"{a=".repeat(depth)}1${"}".repeat(depth)}`, "toml");
      expectJudged(`{"task": ${"[".repeat(depth)}${"]".repeat(depth)}}`, "json");
      expectJudged(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`, "json");
    }
    expectJudged(`${head}${"a.".repeat(100_000)}a = 1`, "toml");
  });

  test("texts of megabytes", () => {
    const long = "x\\n".repeat(1_000_000);
    const task = (text: string): string =>
      `${head}[[task]]\nname = "a"\nkind = "command"\ncommand = ${text}\n`;
    for (const text of [`"${long}"`, `"""${long}"""`, `'''${long}'''`]) {
      expect(readPlanFile(task(text), { file: "p.toml" }).ok).toBe(true);
    }
    expectJudged(task(`"${long}`), "toml");
    expectJudged(`{"version": "${long}`, "json");
  });

  test("tens of thousands of keys, items and mistakes", () => {
    const many = Array.from({ length: 30_000 }, (_, index) => index);
    expectJudged(head + many.map((index) => `k${index} = 1`).join("\n"), "toml");
    expectJudged(`${head}task = [${many.join(",")}]`, "toml");
    expectJudged(`{${many.map((index) => `"k${index}": 1`).join(",")}}`, "json");
  });
});
