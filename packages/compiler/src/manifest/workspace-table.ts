/** `[repo]` and `[workspace]`: where the work begins and what is put into it. */

import { quote } from "../diagnostics/quote.js";
import type { DocumentNode } from "../document/node.js";
import type { LocatedText, TableReader } from "../document/table-reader.js";
import { readPackPath } from "../pack/pack-path.js";
import type { Inject, ManifestRepo, ManifestWorkspace } from "./manifest.js";
import { isRefName, isUnsafeRepositoryUrl } from "./names.js";
import { defined } from "./optional.js";
import { checkShape } from "./shape.js";
import { takeUnsupported } from "./unsupported.js";

export function readRepoTable(table: TableReader): ManifestRepo {
  const url = table.locatedText("url");
  const path = table.filledText("path");
  const ref = table.locatedText("ref");
  if (table.has("url") && table.has("path")) {
    table.report(
      "conflicting-keys",
      "[repo] takes exactly one of url or path, not both",
      table.keySpan("path"),
    );
  }
  if (!table.has("url") && !table.has("path")) {
    table.missing("url", "[repo] needs url or path; only a playbook may omit it");
  }
  if (url && (url.value.trim() === "" || isUnsafeRepositoryUrl(url.value))) {
    table.report("bad-value", `[repo].url ${quote(url.value)} is no repository address`, url);
  }
  if (ref && !isRefName(ref.value)) {
    table.report("bad-name", `[repo].ref ${quote(ref.value)} is no git ref`, ref);
  }
  table.close();
  return defined({ url: url?.value, path, ref: ref?.value });
}

export const WORKSPACE_DIR_DEFAULT = "workspace";

const ARTIFACT = "[[workspace.artifact]]";

export function readWorkspaceTable(table: TableReader, unsupported: string[]): ManifestWorkspace {
  const dir = table.locatedText("dir");
  const setupCommand = table.filledText("setup_cmd");
  const inject = readInjects(table);
  const carryForward = table.texts("carry_forward");
  for (const path of carryForward) {
    if (readsAsIs(path.value)) continue;
    table.report(
      "bad-path",
      `[workspace].carry_forward entry ${quote(path.value)} must be a workspace-relative path without \`.\` or \`..\``,
      path,
    );
  }
  if (carryForward.length > 0) {
    const message = "[workspace].carry_forward is not supported yet: a run refuses it";
    table.warn("not-supported", message, table.keySpan("carry_forward"));
  }
  for (const artifact of table.has("artifact") ? table.tables("artifact", ARTIFACT) : []) {
    const shape = { path: "text", embed: "text", upload: "text", title: "text" } as const;
    checkShape(artifact, shape, ["path"]);
  }
  takeUnsupported(table, ["artifact"], unsupported);
  table.close();
  return {
    dir: dir ? workspaceDir(table, dir) : WORKSPACE_DIR_DEFAULT,
    inject,
    carryForward: carryForward.map((path) => path.value),
    ...defined({ setupCommand }),
  };
}

function workspaceDir(table: TableReader, dir: LocatedText): string {
  const reading = readPackPath(dir.value);
  if (reading.ok) return reading.path;
  const shown = quote(dir.value);
  table.report(
    "bad-path",
    `[workspace].dir ${shown} must be a directory below the manifest's`,
    dir,
  );
  return WORKSPACE_DIR_DEFAULT;
}

function readInjects(table: TableReader): readonly Inject[] {
  const node = table.take("inject");
  if (node === undefined) return [];
  if (node.kind !== "list") {
    table.wrongKind("[workspace].inject", "a list", node);
    return [];
  }
  return node.items.flatMap((item) => readInject(table, item) ?? []);
}

function readInject(table: TableReader, item: DocumentNode): Inject | undefined {
  if (item.kind === "table") return readInjectTable(table.below(item, "[[workspace.inject]]"));
  if (item.kind === "text") return readInjectPattern(table, item);
  table.wrongKind("an entry of [workspace].inject", "a string or a table of src and dst", item);
  return undefined;
}

function readInjectTable(table: TableReader): Inject | undefined {
  const source = table.filledText("src");
  const destination = table.locatedText("dst");
  const frozen = table.boolean("frozen") ?? true;
  for (const key of ["src", "dst"]) {
    if (!table.has(key)) table.missing(key, `[[workspace.inject]] needs ${key}`);
  }
  table.close();
  if (source === undefined || destination === undefined) return undefined;
  const reading = readPackPath(destination.value);
  if (!reading.ok) {
    const shown = quote(destination.value);
    table.report(
      "bad-path",
      `[[workspace.inject]].dst ${shown} must stay in the workspace`,
      destination,
    );
    return undefined;
  }
  return { kind: "file", source, destination: reading.path, frozen };
}

function readInjectPattern(table: TableReader, entry: LocatedText): Inject | undefined {
  const reading = readPackPath(entry.value.replace(/\/+$/, ""));
  if (reading.ok) return { kind: "pattern", pattern: reading.path };
  const shown = quote(entry.value);
  table.report(
    "bad-path",
    `[workspace].inject entry ${shown} must stay under the manifest dir; inject from outside it with a table naming src and dst`,
    entry,
  );
  return undefined;
}

function readsAsIs(path: string): boolean {
  const reading = readPackPath(path);
  return reading.ok && reading.path === path;
}
