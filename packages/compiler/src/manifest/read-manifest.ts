/**
 * Reads `crucible.toml`.
 *
 * Every key of every table is either read, or known and reported as having no effect yet, or an error with the nearest
 * known spelling (PLAN-071). All errors of a manifest are collected, so that one reading shows them all.
 */
import { type Diagnostic, sortDiagnostics } from "@crucible/core";
import type { LocatedDocument, TableNode } from "../document/node.js";
import { readToml } from "../document/read-toml.js";
import { TableReader } from "../document/table-reader.js";
import { readAgentTable } from "./agent-table.js";
import { readComponentTables } from "./component-tables.js";
import type { InlineGraph } from "./inline-graph.js";
import type { Manifest, ManifestAgent, ManifestWorkflow } from "./manifest.js";
import { defined } from "./optional.js";
import { readPublishTable } from "./publish-table.js";
import { readSecretTables } from "./secret-tables.js";
import { takeUnsupported } from "./unsupported.js";
import { checkSandboxReferences, checkUnsupportedTables } from "./unsupported-shapes.js";
import { readWorkflowTable } from "./workflow-table.js";
import { readRepoTable, readWorkspaceTable, WORKSPACE_DIR_DEFAULT } from "./workspace-table.js";

export type ManifestReading =
  | {
      readonly ok: true;
      readonly manifest: Manifest;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Larger manifests are refused unread. */
const MANIFEST_BYTES_MAX = 1_048_576;

/** Tables of the scored loop and of deployment: known, and without effect on a playbook. */
const UNSUPPORTED_TABLES = [
  "judge",
  "world",
  "search",
  "preflight",
  "deploy",
  "build",
  "measure",
  "mcp",
  "outputs",
  "capabilities",
] as const;

/** Reads a manifest's text; `file` is its path in the pack and what diagnostics call it. */
export function readManifest(
  text: string,
  { file = "crucible.toml" }: { readonly file?: string } = {},
): ManifestReading {
  const reading = readManifestDocument(text, file);
  if (!reading.ok) return reading;
  const { manifest, warnings } = reading;
  return { ok: true, manifest, warnings };
}

/** A manifest together with the document it came from, for diagnostics that later phases add. */
export type ManifestDocumentReading =
  | (Extract<ManifestReading, { ok: true }> & {
      readonly document: LocatedDocument;
      readonly graph: InlineGraph | undefined;
    })
  | Extract<ManifestReading, { ok: false }>;

export function readManifestDocument(text: string, file: string): ManifestDocumentReading {
  if (new TextEncoder().encode(text).length > MANIFEST_BYTES_MAX) {
    const message = `${file} is larger than ${MANIFEST_BYTES_MAX} bytes`;
    const tooLarge: Diagnostic = { code: "too-large", severity: "error", message, notes: [] };
    return { ok: false, diagnostics: [tooLarge] };
  }
  const reading = readToml(text, file);
  if (!reading.ok) return reading;
  const { document } = reading;
  const diagnostics: Diagnostic[] = [];
  const top = new TableReader(document, document.root as TableNode, "", diagnostics);
  const { manifest, graph } = readTables(top, file, document);
  if (!diagnostics.some(({ severity }) => severity === "error")) adviseGoal(top, manifest);
  const sorted = sortDiagnostics(diagnostics);
  const errors = sorted.filter((diagnostic) => diagnostic.severity === "error");
  if (errors.length > 0) return { ok: false, diagnostics: sorted };
  return { ok: true, manifest, warnings: sorted, document, graph };
}

const AGENT_DEFAULT: ManifestAgent = {
  backend: "local",
  harness: "claude",
  env: new Map(),
  sandboxes: [],
};

interface Tables {
  readonly manifest: Manifest;
  readonly graph: InlineGraph | undefined;
}

function readTables(top: TableReader, file: string, document: LocatedDocument): Tables {
  const unsupported: string[] = [];
  const edition = readEdition(top);
  const repo = top.table("repo", "[repo]");
  const workspace = top.table("workspace", "[workspace]");
  const agent = top.table("agent", "[agent]");
  const table = top.table("workflow", "[workflow]");
  const reading = table && readWorkflowTable(table, edition, document);
  if (!top.has("agent")) top.missing("agent", "the manifest needs an [agent] table");
  const judged = top.has("judge");
  const manifest: Manifest = {
    file,
    edition,
    workspace: workspace
      ? readWorkspaceTable(workspace, unsupported)
      : { dir: WORKSPACE_DIR_DEFAULT, inject: [], carryForward: [] },
    agent: agent ? readAgentTable(agent, unsupported) : AGENT_DEFAULT,
    secrets: readSecretTables(top.tables("secret", "[[secret]]"), unsupported),
    components: readComponentTables(top, unsupported),
    judged,
    unsupported,
    ...defined({
      repo: repo && readRepoTable(repo),
      workflow: reading?.workflow,
      publish: readPublishTable(top, unsupported),
    }),
  };
  if (!table?.isRefused("type")) checkLane(top, manifest.workflow, judged);
  if (judged && !top.has("repo")) {
    const message = "[repo] needs url or path; only a playbook may omit it";
    top.missing("repo", message, top.keySpan("judge"));
  }
  refuseOthers(top, unsupported);
  checkUnsupportedTables(top);
  if (agent) checkSandboxReferences(agent, manifest.secrets);
  top.close();
  return { manifest, graph: reading?.graph };
}

function readEdition(top: TableReader): 1 | 2 {
  const node = top.take("edition");
  if (node === undefined) return 1;
  if (node.kind === "integer" && (node.value === 1 || node.value === 2)) return node.value;
  top.report("unknown-value", "edition must be 1 or 2", node);
  return 1;
}

/** A judge and the playbook lane exclude each other (PLAN-050 to PLAN-052). */
function checkLane(
  top: TableReader,
  workflow: ManifestWorkflow | undefined,
  judged: boolean,
): void {
  if (!workflow) return;
  const isPlaybook = workflow.type === "playbook";
  if (judged && isPlaybook) {
    const message = '[workflow] type = "playbook" runs once and scores nothing; remove [judge]';
    top.report("lane", message, top.keySpan("judge"));
  }
  if (!judged && !isPlaybook) {
    const message = `[workflow] type = "${workflow.type}" needs a [judge]; without one only type = "playbook" runs`;
    top.report("lane", message, top.keySpan("workflow"));
  }
}

/** A goal tells agents what the tasks are for, and a reader of runs what they were for (PLAN-084). */
function adviseGoal(top: TableReader, { agent, workflow }: Manifest): void {
  if (workflow?.type !== "playbook" || agent.goal !== undefined || agent.goalFile !== undefined) {
    return;
  }
  if (!top.has("agent")) return;
  top.warn(
    "missing-goal",
    "[agent] has no goal; say what the work is for with goal or goal_file",
    top.keySpan("agent"),
  );
}

function refuseOthers(top: TableReader, unsupported: string[]): void {
  if (top.take("budget") !== undefined) {
    // PLAN-058: a pack cannot raise the limit its operator set.
    const message = "a pack declares no ceiling; --max-cost and --max-time belong to the launch";
    top.report("ceiling", message, top.keySpan("budget"));
  }
  takeUnsupported(top, UNSUPPORTED_TABLES, unsupported);
}
