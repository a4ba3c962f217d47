/** What is run: a playbook as text, and what its agent and its commands do. */
import type { CannedTurn } from "./canned-harness.js";
import type { Command } from "./function-world.js";

export const WORKFLOW = `
params = {"topic": {"type": "string", "required": True}}

poem = agent(
    name = "poem",
    prompt = "Write a haiku to poem.txt about: " + param("topic"),
    emits = ["title"],
)

count = command(
    name = "count",
    run = "count-lines poem.txt",
    depends_on = [poem],
    emits = {"lines": "integer"},
)

critic = agent(
    name = "critic",
    prompt = "Say what you think of poem.txt.",
    depends_on = [poem],
    isolated = True,
    required = False,
    emits = ["opinion"],
)

card = command(
    name = "card",
    run = "make-card",
    depends_on = [poem, count, critic],
    join = "passed",
)

workflow(type = "playbook", tasks = [poem, count, critic, card], result = card)
`;

const HAIKU = "A graph lies frozen;\nwhat may happen is written\nbefore a cent moves.\n";

export function answer(task: string, prompt: string): CannedTurn {
  if (task === "poem") {
    const title = prompt.includes("frozen plans") ? "Frozen" : "Off topic";
    return { files: { "poem.txt": HAIKU }, result: { title }, costUsd: 0.02 };
  }
  return { result: { opinion: "five, seven, five" }, costUsd: 0.01 };
}

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["write", ({ files, args, stdin }) => void files.set(args[0] ?? "", stdin)],
  [
    "count-lines",
    ({ files, args }) => {
      const text = new TextDecoder().decode(files.get(args[0] ?? ""));
      return { lines: text.trimEnd().split("\n").length };
    },
  ],
  ["make-card", ({ inputs }) => ({ read: Object.keys(inputs).sort() })],
]);
