/**
 * The files that a decision model is shown: those the route names, of its dependencies that declare them with a schema,
 * as the route's join gives them. They stand as JSON under the name `files`, below their producer's row and their path.
 *
 * A producer that passed was checked, so its files are JSON. One that failed was not: what cannot be read is null there,
 * and the route's row says so.
 */
import type { CapturedFile, JsonObject, JsonValue, RouteTask } from "@crucible/core";
import type { StagedRow } from "../../machine/machine.js";
import type { ExecutionContext } from "../execution/context.js";
import { readJsonFile } from "../files/read-json-file.js";

type Fields = { [key: string]: JsonValue };

export interface DeciderFiles {
  readonly files: JsonObject;
  /** Bytes of all of them as they were captured. */
  readonly bytes: number;
  /** For the route's row; empty when every file could be read. */
  readonly note: string;
}

/** `shown` names the paths; `staged` the sets that the route is given. */
export async function deciderFiles(
  context: ExecutionContext,
  route: RouteTask,
  shown: readonly string[],
  staged: readonly StagedRow[],
): Promise<DeciderFiles> {
  const { blobs, bounds } = context;
  const producers = Object.create(null) as Fields;
  const unread: string[] = [];
  let bytes = 0;
  for (const { row, node } of staged) {
    if (!route.dependsOn.includes(node)) continue;
    const files = Object.create(null) as Fields;
    for (const file of checkedFiles(context, row, node, shown)) {
      const reading = await readJsonFile(file, blobs, bounds.jsonFileBytesMax);
      files[file.path] = reading.kind === "value" ? reading.value : null;
      if (reading.kind === "value") bytes += file.size;
      else unread.push(`${row}/${file.path}`);
    }
    if (Object.keys(files).length > 0) producers[row] = files;
  }
  const note = unread.length === 0 ? "" : `files not JSON, read as null: ${unread.join(", ")}`;
  return { files: producers, bytes, note };
}

/** Files of the row's set that are shown and that its task declares with a schema. */
function checkedFiles(
  context: ExecutionContext,
  row: string,
  node: string,
  shown: readonly string[],
): readonly CapturedFile[] {
  const declared = context.tasks.get(node)?.emitsFiles ?? [];
  const checked = new Set(declared.flatMap((file) => (file.schema === undefined ? [] : file.path)));
  const files = context.rows.files(row) ?? [];
  return files.filter(({ path }) => shown.includes(path) && checked.has(path));
}
