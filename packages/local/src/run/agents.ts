/** The agents of this machine, by the names that tasks use: where their programs are, and how they are driven. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Manifest } from "@crucible/compiler";
import type { Harness } from "@crucible/core";
import { claudeHarness, codexHarness } from "@crucible/harness";

type Environment = Readonly<Record<string, string | undefined>>;

/** Harnesses for a manifest whose agents run on this machine; one whose program is missing says so when it is asked for. */
export function agentsFor(
  manifest: Manifest | undefined,
  environment: Environment,
): Readonly<Record<string, Harness>> {
  if (manifest?.agent.backend !== "local") return {};
  const { disallowedTools = [] } = manifest.agent;
  const claude = programOf("claude", "CRUCIBLE_CLAUDE", environment);
  const codex = programOf("codex", "CRUCIBLE_CODEX", environment);
  const unmet = manifest.unsupported.filter((name) => /^\[(agent|\[secret\]\])/.test(name));
  return {
    claude: refusing(claudeHarness({ binary: claude, disallowedTools }), unmet),
    codex: refusing(codexHarness({ binary: codex, disallowedTools }), unmet),
  };
}

/** An agent that would be given more, or less, than the manifest says is not started at all. */
function refusing(harness: Harness, unmet: readonly string[]): Harness {
  if (unmet.length === 0) return harness;
  const problems = unmet.map((name) => `${name} is not supported yet`);
  return { ...harness, check: (turn) => [...problems, ...harness.check(turn)] };
}

/** What the operator names, else the first of that name on the PATH. */
function programOf(name: string, variable: string, environment: Environment): string | null {
  const named = environment[variable];
  if (named !== undefined && named !== "") return named;
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
