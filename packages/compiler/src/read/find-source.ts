/**
 * Finds the workflow source of a pack: the one its manifest names, or one named by itself.
 *
 * A pack without a manifest is compiled from `workflow.star`, as a source by itself.
 */
import { type Diagnostic, didYouMean, nearest, type Pack } from "@crucible/core";
import { errorAt } from "../diagnostics/error-at.js";
import { quotePath } from "../diagnostics/quote.js";
import type { LocatedDocument } from "../document/node.js";
import type { InlineGraph } from "../manifest/inline-graph.js";
import type { Manifest } from "../manifest/manifest.js";
import { readManifestDocument } from "../manifest/read-manifest.js";
import { readPackPath } from "../pack/pack-path.js";
import { decodeText } from "../pack/source-text.js";

export interface SourceChoice {
  /** The manifest's path in the pack: `crucible.toml` unless a variant is chosen. */
  readonly manifest?: string | undefined;
  /** A workflow source to compile by itself, without a manifest. */
  readonly source?: string | undefined;
}

export interface WorkflowSource {
  readonly file: string;
  readonly text: string;
  readonly bytes: number;
  readonly manifest: Manifest | undefined;
}

export interface WrittenGraph {
  readonly graph: InlineGraph;
  readonly manifest: Manifest;
}

export type FoundSource =
  | {
      readonly ok: true;
      /** A source to compile, or a graph that the manifest holds itself. */
      readonly found: WorkflowSource | WrittenGraph;
      readonly warnings: readonly Diagnostic[];
    }
  | Refused;

type Refused = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const MANIFEST_DEFAULT = "crucible.toml";
const SOURCE_DEFAULT = "workflow.star";

export function findSource(pack: Pack, { manifest, source }: SourceChoice): FoundSource {
  if (source !== undefined && manifest !== undefined) {
    return refused("a source compiled by itself takes no manifest");
  }
  if (source !== undefined) return readSource(pack, source, undefined, []);
  if (manifest === undefined && !pack.files.has(MANIFEST_DEFAULT)) {
    if (pack.files.has(SOURCE_DEFAULT)) return readSource(pack, SOURCE_DEFAULT, undefined, []);
    return refused(`the pack has neither ${MANIFEST_DEFAULT} nor ${SOURCE_DEFAULT}`);
  }
  return throughManifest(pack, manifest ?? MANIFEST_DEFAULT);
}

function throughManifest(pack: Pack, written: string): FoundSource {
  const read = readText(pack, written);
  if (!read.ok) return read;
  const { source } = read;
  const reading = readManifestDocument(source.text, source.file);
  if (!reading.ok) return reading;
  const { manifest, warnings, document, graph } = reading;
  if (manifest.components.length > 0) return componentsRefused(document);
  if (graph) return { ok: true, found: { graph, manifest }, warnings };
  const file = manifest.workflow?.file;
  if (file === undefined) {
    const message = `${source.file} declares no [workflow]; give it a graph, or name a source`;
    return refused(message);
  }
  const workflow = readSource(pack, file, manifest, warnings);
  if (workflow.ok) return workflow;
  const table = document.root.kind === "table" ? document.root.entries.get("workflow") : undefined;
  const entry = table?.value.kind === "table" ? table.value.entries.get("file") : undefined;
  const range = entry && document.range(entry.value);
  const diagnostics = workflow.diagnostics.map((each) => (range ? { ...each, range } : each));
  return { ok: false, diagnostics };
}

/** Such a manifest is read and checked; nothing can run one yet, and a plan would promise that something can. */
function componentsRefused(document: LocatedDocument): Refused {
  const entries = document.root.kind === "table" ? document.root.entries : undefined;
  const key = entries?.get("component")?.key;
  const message =
    '[[component]]: a playbook over several components needs the capability "workspace.components", which is not supported yet';
  const range = key && document.range(key);
  return { ok: false, diagnostics: [errorAt("not-supported", message, range)] };
}

function readSource(
  pack: Pack,
  written: string,
  manifest: Manifest | undefined,
  warnings: readonly Diagnostic[],
): FoundSource {
  const read = readText(pack, written);
  return read.ok ? { ok: true, found: { ...read.source, manifest }, warnings } : read;
}

type FoundText = { readonly ok: true; readonly source: Omit<WorkflowSource, "manifest"> } | Refused;

function readText(pack: Pack, written: string): FoundText {
  const reading = readPackPath(written);
  if (!reading.ok) return refused(`${quotePath(written)} ${reading.message}`);
  const { path } = reading;
  const file = pack.files.get(path);
  if (!file) {
    const paths = [...pack.files.keys()];
    const message = `the pack has no file ${quotePath(path)}${didYouMean(path, paths)}`;
    return refused(message, nearest(path, paths));
  }
  const decoded = decodeText(file.bytes);
  if (!decoded.ok) return refused(`${quotePath(path)} ${decoded.message}`);
  return { ok: true, source: { file: path, text: decoded.text, bytes: file.bytes.length } };
}

function refused(message: string, suggestion?: string): Refused {
  return { ok: false, diagnostics: [errorAt("pack-file", message, undefined, { suggestion })] };
}
