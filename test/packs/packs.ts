/** The packs that show and try what a workflow can say, and what becomes of each where no model and no person is asked. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pack } from "@crucible/core";
import { readPack } from "@crucible/local";
import { copyAsCloned } from "../clone-copy.js";

export interface PackCase {
  /** From the root of the repository. */
  readonly folder: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly capabilities?: readonly string[];
  /** How the run ends, or why there is none. */
  readonly ends: Ending;
}

export type Ending =
  /** Status by task, in the order in which they are declared; `pass` where nothing else is said. */
  | {
      readonly kind: "runs";
      readonly valid: boolean;
      readonly but: Readonly<Record<string, string>>;
    }
  /** Refused before anything is dispatched; the text is in a problem, or names a truncated task. */
  | { readonly kind: "refused"; readonly because: RegExp };

const passes = (but: Readonly<Record<string, string>> = {}): Ending => ({
  kind: "runs",
  valid: true,
  but,
});
const refused = (because: RegExp): Ending => ({ kind: "refused", because });
const SCORED = /the plan needs the capability "workflow\.(autoresearch|custom)"/;

export const PACKS: readonly PackCase[] = [
  { folder: "examples/hello", ends: passes({ audit: "fail" }) },
  { folder: "examples/haiku", ends: passes() },
  { folder: "examples/conversation", ends: passes() },
  { folder: "examples/many-files", ends: passes({ translate: "fail" }) },
  { folder: "examples/approval", ends: refused(/^gate$/) },
  { folder: "examples/decision", ends: refused(/^gate$/) },
  {
    folder: "test/packs/conditions",
    ends: passes({
      "command-green": "not_taken",
      "skill-else": "not_taken",
      "evaluate-else": "not_taken",
      "skill-round": "not_taken",
      "evaluate-round": "not_taken",
    }),
  },
  { folder: "test/packs/reviewers", ends: passes() },
  { folder: "test/packs/history", ends: passes() },
  {
    folder: "test/packs/epilogue",
    ends: { kind: "runs", valid: false, but: { breaks: "fail", publish: "fail" } },
  },
  {
    folder: "test/packs/places",
    capabilities: ["forge"],
    ends: passes({ "command-alone": "fail" }),
  },
  {
    folder: "test/packs/agents",
    ends: refused(/needs the capability "agent\.sandbox", which is not supported yet/),
  },
  { folder: "test/packs/parameters", params: { repo: "acme/site" }, ends: passes() },
  { folder: "test/packs/library", ends: passes() },
  { folder: "test/packs/shown-files", ends: refused(/^gate$/) },
  { folder: "test/packs/scored-loop", ends: refused(SCORED) },
  { folder: "test/packs/usual-loop", ends: refused(SCORED) },
  { folder: "test/packs/spliced-loop", ends: refused(SCORED) },
  { folder: "test/packs/tournament", ends: refused(SCORED) },
];

const folders: string[] = [];

/** A copy of a pack as a clone has it, removed by {@link removeFolders}. */
export function copyOf({ folder }: PackCase): string {
  const parent = mkdtempSync(join(tmpdir(), "crucible-packs-"));
  folders.push(parent);
  const copy = join(parent, "pack");
  copyAsCloned(folder, copy);
  return copy;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function packOf(pack: PackCase): Promise<Pack> {
  return await readPack(copyOf(pack));
}
