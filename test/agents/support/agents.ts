/** The real agents that these tests drive, where they are installed; no package of the project brings them. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Harness } from "@crucible/core";
import {
  type ClaudeHarnessOptions,
  type CodexHarnessOptions,
  claudeHarness,
  codexHarness,
} from "@crucible/harness";

/** An agent of its newest version, or of an older one that is supported too. */
export type AgentName = "claude" | "claude 2.1.197" | "codex";

/** The folder that `scripts/agents/install.mjs` fills. */
const AGENTS_VARIABLE = "CRUCIBLE_AGENTS_DIR";

export interface InstalledAgent {
  /** Of its harness. */
  readonly name: "claude" | "codex";
  readonly binary: string;
  /** A model whose price is known. */
  readonly model: string;
  /** The variable that holds the key. */
  readonly keyVariable: string;
  /** Dollars of one request of the scripted model. */
  readonly requestUsd: number;
  harness(options?: ClaudeHarnessOptions & CodexHarnessOptions): Harness;
  /** Variables that lead the agent to the scripted model. */
  variables(url: string): ReadonlyMap<string, string>;
}

export function findAgent(name: AgentName): InstalledAgent | undefined {
  const [program, version] = name.split(" ");
  const harness = program === "codex" ? "codex" : "claude";
  const binary = findProgram(harness, version);
  return binary === undefined ? undefined : { name: harness, binary, ...traits(harness, binary) };
}

function traits(
  name: InstalledAgent["name"],
  binary: string,
): Omit<InstalledAgent, "name" | "binary"> {
  if (name === "claude") {
    return {
      model: "claude-sonnet-4-5",
      keyVariable: "ANTHROPIC_API_KEY",
      requestUsd: 0.00375,
      harness: (options) => claudeHarness({ binary, ...options }),
      variables: (url) =>
        new Map([
          ["ANTHROPIC_BASE_URL", url],
          ["ANTHROPIC_API_KEY", "not-a-real-key"],
          ["CLAUDE_CODE_MAX_RETRIES", "1"],
        ]),
    };
  }
  return {
    model: "gpt-5.4",
    keyVariable: "OPENAI_API_KEY",
    requestUsd: 0.00325,
    harness: (options) => codexHarness({ binary, ...options }),
    variables: (url) =>
      new Map([
        ["OPENAI_BASE_URL", `${url}/v1`],
        ["OPENAI_API_KEY", "not-a-real-key"],
      ]),
  };
}

/** An older version is looked for only where it was installed on purpose. */
function findProgram(name: string, version: string | undefined): string | undefined {
  const folder = process.env[AGENTS_VARIABLE];
  if (folder === undefined) {
    const paths = version === undefined ? (process.env["PATH"] ?? "").split(delimiter) : [];
    return paths.map((one) => join(one, name)).find(isProgram);
  }
  const own = version === undefined ? folder : join(folder, `${name}-${version}`);
  return [join(own, "node_modules", ".bin", name)].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
