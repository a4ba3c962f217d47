/**
 * A program outside this repository: it sees the packed packages only, and must type-check under Node's and a bundler's
 * module resolution, then run.
 */
import * as compiler from "@crucible/compiler";
import * as core from "@crucible/core";
import type { Diagnostic } from "@crucible/core/diagnostics";
import { renderDiagnostic } from "@crucible/core/diagnostics";
import * as wire from "@crucible/core/wire";
import * as executor from "@crucible/executor";
import * as machine from "@crucible/executor/machine";
import * as starlark from "@crucible/starlark";

const surfaces = { compiler, core, executor, machine, starlark, wire };
for (const [name, surface] of Object.entries(surfaces)) {
  if (Object.keys(surface).length === 0) throw new Error(`${name} exports nothing`);
}

const finding: Diagnostic = { code: "x", severity: "error", message: "wrong", notes: [] };
if (renderDiagnostic(finding) !== "wrong") throw new Error("a diagnostic renders otherwise");

// @ts-expect-error a published type is frozen
finding.message = "right";

const source = `
measure = command(name = "measure", run = "sh measure.sh", emits = {"size": "integer"})
workflow(type = "playbook", tasks = [measure])
`;
const plan: core.Plan = compiler.compile(compiler.memoryPack({ "workflow.star": source }));
// @ts-expect-error a plan is frozen, down to its list of tasks
const mutable: core.Task[] = plan.tasks;
console.log(plan.digest, mutable.length);
