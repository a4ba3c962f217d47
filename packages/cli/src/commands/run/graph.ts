/** `crucible run graph`: what each task's latest attempt gave, or with `--json` every attempt's output (CLI-019, CLI-020). */
import type { JsonValue, Store } from "@crucible/core";
import { damaged, EXIT, Refusal } from "../../failure/failure.js";
import type { RecordOptions } from "../../options/options.js";
import { openRun } from "../../records/open-run.js";
import { readBlob } from "../../records/read-blob.js";
import { standingOf } from "../../records/recorded-run.js";
import { runGraph } from "../../records/run-graph.js";
import { graphTree } from "../../show/graph-tree.js";
import { headline } from "../../show/run-facts.js";
import type { Terminal } from "../../terminal/terminal.js";
import { visibleJson } from "../../terminal/visible.js";

export async function showGraph(
  name: string | undefined,
  options: RecordOptions,
  terminal: Terminal,
): Promise<number> {
  const { run, store } = await openRun(name, options, terminal);
  const { damage } = run.latest;
  if (damage !== undefined) throw damaged(damage);
  const tasks = await runGraph(run, (digest) => readOutput(store, digest));
  if (options.json) {
    const { verdict } = run.latest.result;
    const executions = run.executions.map(({ execution }) => execution);
    const graph = { run: run.run, state: standingOf(run), verdict, executions, tasks };
    terminal.print(visibleJson(graph, true));
    return EXIT.valid;
  }
  const width = terminal.interactive ? terminal.columns : Number.POSITIVE_INFINITY;
  terminal.print(headline(run, terminal.colors));
  const isOver = run.latest.result.outcome !== null;
  terminal.print(graphTree(tasks, { colors: terminal.colors, width, isOver }));
  return EXIT.valid;
}

async function readOutput(store: Store, digest: string): Promise<JsonValue> {
  const text = await readBlob(store, digest);
  if (text === undefined) throw new Refusal(`output ${digest} is not in the store any more`);
  return JSON.parse(text) as JsonValue;
}
