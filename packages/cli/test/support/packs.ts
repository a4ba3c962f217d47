/** Packs in folders of their own, for commands that run in them. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folders: string[] = [];

export const CEILINGS = ["--max-cost", "1", "--max-time", "5m"] as const;

/** A playbook whose agents are played by a command. */
export const MANIFEST = `edition = 2
[workflow]
type = "playbook"
file = "workflow.star"
[agent]
backend = "command"
agent_cmd = "printf '{}' >PLAN_TASK_RESULT.json"
goal = "try"
`;

export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "crucible-cli-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A pack whose workflow is one list of tasks. */
export function pack(tasks: string, files: Readonly<Record<string, string>> = {}): string {
  const source = `workflow(type = "playbook", tasks = [${tasks}])\n`;
  return folderOf({ "crucible.toml": MANIFEST, "workflow.star": source, ...files });
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Waits until a file is there; the test's own time is the bound. */
export async function exists(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
}
