/**
 * `[[component]]`: a playbook over several repositories, each with a workspace and a publish target of its own.
 *
 * Such a manifest needs no judge, since nothing is scored over its components together (PLAN-072 to PLAN-074).
 */

import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import type { ManifestComponent } from "./manifest.js";
import { defined } from "./optional.js";
import { readPullRequestRepo } from "./publish-table.js";
import { readRepoTable, readWorkspaceTable, WORKSPACE_DIR_DEFAULT } from "./workspace-table.js";

const DOMAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Tables that a manifest of components has in each component instead. */
const ELSEWHERE = ["repo", "publish"] as const;

export function readComponentTables(
  top: TableReader,
  unsupported: string[],
): readonly ManifestComponent[] {
  if (!top.has("component")) return [];
  const tables = top.tables("component", "[[component]]");
  if (tables.length === 1) {
    const message = "[[component]] stands at least twice; a single one needs no component";
    top.report("components", message, top.keySpan("component"));
  }
  for (const key of ELSEWHERE) {
    if (!top.has(key)) continue;
    const message = `a manifest of components takes no [${key}]; it belongs to each [[component]]`;
    top.report("conflicting-keys", message, top.keySpan(key));
  }
  refuseCarrying(top);
  const seen = new Set<string>();
  return tables.flatMap((table) => readComponent(table, seen, unsupported) ?? []);
}

/** What is carried from one launch to the next has no place when there are several workspaces. */
function refuseCarrying(top: TableReader): void {
  const workspace = top.node.entries.get("workspace")?.value;
  if (workspace?.kind !== "table") return;
  for (const key of ["carry_forward", "artifact"]) {
    const entry = workspace.entries.get(key);
    if (!entry) continue;
    const message = `a manifest of components takes no [workspace].${key}`;
    top.report("conflicting-keys", message, entry.key);
  }
}

function readComponent(
  table: TableReader,
  seen: Set<string>,
  unsupported: string[],
): ManifestComponent | undefined {
  const domain = readDomain(table, seen);
  const repo = table.table("repo", "[component.repo]");
  const workspace = table.table("workspace", "[component.workspace]");
  const publish = readPullRequestRepo(table);
  table.close();
  const place = workspace && readWorkspaceTable(workspace, unsupported);
  if (workspace?.has("carry_forward")) {
    const message = "a component carries nothing forward; remove carry_forward";
    workspace.report("conflicting-keys", message, workspace.keySpan("carry_forward"));
  }
  if (domain === undefined) return undefined;
  return {
    domain,
    workspace: placed(domain, place),
    ...defined({ repo: repo && readRepoTable(repo), publish }),
  };
}

/** Each component works in a folder of its own unless it names one. */
function placed(
  domain: string,
  written: ManifestComponent["workspace"] | undefined,
): ManifestComponent["workspace"] {
  const workspace = written ?? { dir: WORKSPACE_DIR_DEFAULT, inject: [], carryForward: [] };
  if (workspace.dir !== WORKSPACE_DIR_DEFAULT) return workspace;
  return { ...workspace, dir: `${WORKSPACE_DIR_DEFAULT}/${domain}` };
}

function readDomain(table: TableReader, seen: Set<string>): string | undefined {
  const domain = table.locatedText("domain");
  if (!table.has("domain")) table.missing("domain", "[[component]] needs domain, its name");
  if (domain === undefined) return undefined;
  const shown = quote(domain.value);
  if (!DOMAIN.test(domain.value)) {
    const rule = "use 1-64 letters, digits, `.`, `_` or `-`";
    table.report("bad-name", `[[component]].domain ${shown} is no name; ${rule}`, domain);
  } else if (seen.has(domain.value)) {
    table.report("duplicate", `[[component]].domain ${shown} is taken`, domain);
  }
  seen.add(domain.value);
  return domain.value;
}
