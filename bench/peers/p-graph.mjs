/** p-graph: `node bench/peers/p-graph.mjs memory <chain|wide> <tasks>`. */
import { measure, wanted } from "../measure.mjs";

// Installed only when peers are measured, so nothing may insist on finding it.
const packageName = "p-graph";
const { PGraph } = await import(packageName);
const { isChain, tasks } = wanted();
let ran = 0;

await measure(
  tasks,
  () => {
    const nodes = new Map(
      Array.from({ length: tasks }, (_, index) => [`t${index}`, { run: async () => void ran++ }]),
    );
    const edges = Array.from({ length: isChain ? tasks - 1 : 0 }, (_, index) => [
      `t${index}`,
      `t${index + 1}`,
    ]);
    return new PGraph(nodes, edges);
  },
  async (graph) => {
    await graph.run({ concurrency: 64 });
    return { ran };
  },
);
