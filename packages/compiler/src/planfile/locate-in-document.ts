/** Where a place of the plan is written in a plan file. */
import type { SourceRange } from "@crucible/core";
import type { Span } from "@crucible/starlark";
import type { Locate, PlanPlace } from "../check/place.js";
import type { DocumentNode, LocatedDocument, TableNode } from "../document/node.js";

type Step = string | number;

/** Locates places of a document whose tasks are the items of `tasks`; the plan's own fields are keys of `top`. */
export function locateInDocument(
  document: LocatedDocument,
  top: TableNode,
  tasks: readonly TableNode[],
): Locate {
  return (place): SourceRange | undefined => {
    const span = spanOf(top, tasks, place);
    return span && document.range(span);
  };
}

function spanOf(
  top: TableNode,
  tasks: readonly TableNode[],
  { index, field, element = [] }: PlanPlace,
): Span | undefined {
  const owner = index === undefined ? top : tasks[index];
  if (!owner) return undefined;
  if (field === undefined) return index === undefined ? TOP : nameSpan(owner);
  return follow(owner, [field, ...steps(owner, field, element)]);
}

/** What the file as a whole lacks is reported where it begins. */
const TOP: Span = { start: 0, end: 0 };

/** A task is pointed at by its name. */
function nameSpan(task: TableNode): Span {
  return task.entries.get("name")?.value ?? task;
}

/** A place speaks of a list of targets and of fields by name; the file may write one target, or a list of names. */
function steps(owner: TableNode, field: string, element: readonly Step[]): readonly Step[] {
  const node = owner.entries.get(field)?.value;
  const [first, second] = element;
  if (field === "revise" && first === "tasks" && node?.kind === "table") {
    return node.entries.has("task")
      ? ["task"]
      : ["tasks", ...(second === undefined ? [] : [second])];
  }
  if (field === "emits" && typeof first === "string" && node?.kind === "list") {
    const position = node.items.findLastIndex(
      (item) => item.kind === "text" && item.value === first,
    );
    return position === -1 ? [] : [position];
  }
  return element;
}

/** The last step: a key is where it is written, an item is itself. */
function follow(owner: TableNode, path: readonly Step[]): Span | undefined {
  let node: DocumentNode = owner;
  let span: Span | undefined;
  for (const step of path) {
    if (node.kind === "table" && typeof step === "string") {
      const entry = node.entries.get(step);
      if (!entry) return undefined;
      span = entry.key;
      node = entry.value;
    } else if (node.kind === "list" && typeof step === "number") {
      const item: DocumentNode | undefined = node.items[step];
      if (!item) return undefined;
      span = item;
      node = item;
    } else {
      return undefined;
    }
  }
  return span;
}
