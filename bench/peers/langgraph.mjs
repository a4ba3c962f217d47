/** LangGraph without, or with, its checkpoints in memory: `node bench/peers/langgraph.mjs <plain|saved> <chain|wide> <tasks>`. */
import { measure, wanted } from "../measure.mjs";

// Installed only when peers are measured, so nothing may insist on finding it.
const packageName = "@langchain/langgraph";
const { Annotation, END, MemorySaver, START, StateGraph } = await import(packageName);
const { variant, isChain, tasks } = wanted();
let ran = 0;

await measure(
  tasks,
  () => {
    const state = Annotation.Root({
      done: Annotation({
        /** @param {number} sum @param {number} one */
        reducer: (sum, one) => sum + one,
        default: () => 0,
      }),
    });
    const graph = new StateGraph(state);
    const names = Array.from({ length: tasks }, (_, index) => `t${index}`);
    for (const name of names) {
      graph.addNode(name, () => {
        ran++;
        return { done: 1 };
      });
    }
    for (const [index, name] of names.entries()) {
      graph.addEdge(isChain && index > 0 ? names[index - 1] : START, name);
      if (!isChain || index + 1 === tasks) graph.addEdge(name, END);
    }
    return graph.compile(variant === "saved" ? { checkpointer: new MemorySaver() } : {});
  },
  async (graph) => {
    const settings = { recursionLimit: tasks + 10, configurable: { thread_id: "bench" } };
    const { done } = await graph.invoke({ done: 0 }, settings);
    return { ran: done === ran ? ran : 0 };
  },
);
