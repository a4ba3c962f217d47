import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { encodePlan, type Plan } from "@crucible/core";
import { expect } from "vitest";

/**
 * Compares a plan with the file `test/golden/<name>.json`.
 *
 * `UPDATE_GOLDEN=1` rewrites the files; the difference is then reviewed as code is.
 */
export function expectGolden(name: string, plan: Plan): void {
  const path = fileURLToPath(new URL(`../golden/${name}.json`, import.meta.url));
  const text = `${JSON.stringify({ digest: plan.digest, ...encodePlan(plan) }, null, 2)}\n`;
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${path} exists; run with UPDATE_GOLDEN=1`).toBe(true);
  expect(text).toBe(readFileSync(path, "utf8"));
}
