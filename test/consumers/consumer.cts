/** A CommonJS program: Node loads ES modules through `require`, so one format serves it too. */
import compiler = require("@crucible/compiler");
import core = require("@crucible/core");
import executor = require("@crucible/executor");
import starlark = require("@crucible/starlark");

const surfaces = { compiler, core, executor, starlark };
for (const [name, surface] of Object.entries(surfaces)) {
  if (Object.keys(surface).length === 0) throw new Error(`${name} exports nothing`);
}

const source = `
measure = command(name = "measure", run = "sh measure.sh", emits = {"size": "integer"})
workflow(type = "playbook", tasks = [measure])
`;
const plan = compiler.compile(compiler.memoryPack({ "workflow.star": source }));
console.log(plan.digest, plan.tasks.length);
