/** Packs that a test writes, and runs of them on this machine. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./folder.js";

export const MANIFEST = `edition = 2

[workflow]
type = "playbook"
file = "workflow.star"

[workspace]
inject = ["tools"]

[agent]
backend = "command"
agent_cmd = "sh tools/agent.sh"
goal = "a test"
`;

/** A pack folder with a manifest, this workflow and these tools. */
export function packFolder(workflow: string, tools: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const files: Record<string, string> = {
    "crucible.toml": MANIFEST,
    "workflow.star": workflow,
    "tools/agent.sh": "echo '{}' > PLAN_TASK_RESULT.json\n",
  };
  for (const [name, text] of Object.entries(tools)) files[`tools/${name}`] = text;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const LAUNCH = { maxCostUsd: 1, maxTimeMs: 120_000 } as const;
