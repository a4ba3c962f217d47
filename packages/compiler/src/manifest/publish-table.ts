/** Where finished work goes: one draft pull request in a repository of the forge. */

import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import type { ManifestPublish } from "./manifest.js";
import { noteUnsupported } from "./unsupported.js";

const OWNER_AND_NAME = /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/;

export function readPublishTable(
  top: TableReader,
  unsupported: string[],
): ManifestPublish | undefined {
  const table = top.table("publish", "[publish]");
  if (!table) return undefined;
  const publish = readPullRequestRepo(table);
  if (publish) noteUnsupported(table, "pr_repo", "[publish].pr_repo", unsupported);
  table.close();
  return publish;
}

/** `pr_repo = "owner/repo"`; leaving it out publishes nothing (PLAN-074). */
export function readPullRequestRepo(table: TableReader): ManifestPublish | undefined {
  const repo = table.locatedText("pr_repo");
  if (repo === undefined) return undefined;
  if (!OWNER_AND_NAME.test(repo.value)) {
    const shown = quote(repo.value);
    const message = `${table.place("pr_repo")} ${shown} must be written owner/repo`;
    table.report("bad-name", message, repo);
  }
  return { pullRequestRepo: repo.value };
}
