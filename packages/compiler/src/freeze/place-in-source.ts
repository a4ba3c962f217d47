/**
 * Where in a workflow source a place of the plan is written.
 *
 * The plan's checks speak of fields and list positions; the source has arguments, lists, dicts and nested calls. A place
 * that the source does not write out (a default, a value computed elsewhere) has no range, and the checks then ask for
 * the next wider one.
 */
import type { SourceRange } from "@crucible/core";
import type { Expression, HostCall, Span } from "@crucible/starlark";
import type { Locate, PlanPlace } from "../check/place.js";
import type { TaskDraft } from "../constructors/task-value.js";

type Step = string | number;

export interface PlacedSource {
  /** In the order of the plan's tasks. */
  readonly drafts: readonly TaskDraft[];
  readonly workflowCall: HostCall;
  readonly paramsRange: SourceRange;
}

export function placeInSource({ drafts, workflowCall, paramsRange }: PlacedSource): Locate {
  return (place) => {
    const draft = place.index === undefined ? undefined : drafts[place.index];
    if (draft) return placeInTask(draft, place);
    if (place.field === "params") return paramsRange;
    if (place.field === undefined) return workflowCall.range;
    return argumentRange(workflowCall, WORKFLOW_ARGUMENTS.get(place.field) ?? place.field, []);
  };
}

const WORKFLOW_ARGUMENTS: ReadonlyMap<string, string> = new Map([
  ["task", "tasks"],
  ["lane", "type"],
]);

function placeInTask(
  draft: TaskDraft,
  { field, element = [] }: PlanPlace,
): SourceRange | undefined {
  if (field === undefined) return draft.call.range;
  const [argument, steps] = argumentOf(draft, field, element);
  return argumentRange(draft.call, argument, steps);
}

/** Fields whose argument has another name. */
const ARGUMENTS: ReadonlyMap<string, string> = new Map([
  ["command", "run"],
  ["isolation", "isolated"],
]);

/** The argument that writes a field, and the steps inside it. */
function argumentOf(
  { task, call }: TaskDraft,
  field: string,
  element: readonly Step[],
): readonly [string, readonly Step[]] {
  const [first, ...rest] = element;
  switch (field) {
    case "when":
      return first === "is" ? ["answers", rest] : ["when", []];
    case "revise":
      return first === "max_rounds" ? ["max_rounds", []] : ["revise", rest];
    case "emits_files":
      return [field, typeof first === "number" ? [task.emitsFiles[first]?.path ?? first] : element];
    case "depends_on":
      return dependencyArgument({ task, call }, element);
    case "optional":
      return ["depends_on", optionalSteps(task.dependsOn, task.optional, first)];
    case "decider":
      return deciderArgument(call, first, rest);
    case "source":
      return [call.name === "grade" ? "score" : "measurement", []];
    default:
      return [ARGUMENTS.get(field) ?? field, element];
  }
}

/** `grade` and `decide` depend on what other arguments name, where none is listed. */
function dependencyArgument(
  { task, call }: Pick<TaskDraft, "task" | "call">,
  element: readonly Step[],
): readonly [string, readonly Step[]] {
  const name = typeof element[0] === "number" ? task.dependsOn[element[0]] : undefined;
  if (call.name === "grade" && task.kind === "engine") {
    if (name === task.source) return ["score", []];
    return name === task.tiebreak ? ["tiebreak", []] : ["evidence", element];
  }
  const isDefault = call.name === "decide" && call.expressionOf("depends_on") === undefined;
  return isDefault ? ["measurement", []] : ["depends_on", element];
}

function optionalSteps(
  dependsOn: readonly string[],
  optional: readonly string[],
  position: Step | undefined,
): readonly Step[] {
  const name = typeof position === "number" ? optional[position] : undefined;
  const index = name === undefined ? -1 : dependsOn.indexOf(name);
  return index < 0 ? [] : [index];
}

function deciderArgument(
  call: HostCall,
  part: Step | undefined,
  rest: readonly Step[],
): readonly [string, readonly Step[]] {
  if (part === "task") return ["source", []];
  if (typeof part === "string") return [part, rest];
  const written = ["min_confidence", "source", "human"].find((name) => call.expressionOf(name));
  return [written ?? "source", []];
}

/** The range of an argument, or of what the steps lead to inside it; `undefined` when it is not written. */
function argumentRange(
  call: HostCall,
  argument: string,
  steps: readonly Step[],
): SourceRange | undefined {
  if (steps.length > 0) {
    const expression = call.expressionOf(argument);
    const node = expression && descend(expression, steps);
    return node && call.rangeOfNode(node);
  }
  const range = call.rangeOf(argument);
  const isWhole =
    range.start.offset === call.range.start.offset && range.end.offset === call.range.end.offset;
  return isWhole ? undefined : range;
}

function descend(expression: Expression, steps: readonly Step[]): Span | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return expression;
  switch (expression.kind) {
    case "List":
    case "Tuple": {
      const element = elementAt(expression.elements, step);
      return element && descend(element, rest);
    }
    case "Dict": {
      const entry =
        typeof step === "number"
          ? expression.entries[step]
          : expression.entries.find(({ key }) => isText(key, step));
      return entry && (rest.length === 0 ? entry : descend(entry.value, rest));
    }
    case "Call": {
      const name = step === "instructions" ? "ask" : step;
      const argument = expression.arguments.find((each) => each.name?.text === name);
      return argument && (rest.length === 0 ? argument : descend(argument.value, rest));
    }
    default:
      return undefined;
  }
}

function elementAt(elements: readonly Expression[], step: Step): Expression | undefined {
  if (typeof step === "string") return elements.find((element) => isText(element, step));
  // A list inside the list is spread over several positions, so positions behind it would be wrong.
  const isFlat = elements.slice(0, step).every(({ kind }) => kind !== "List" && kind !== "Tuple");
  return isFlat ? elements[step] : undefined;
}

function isText(expression: Expression, text: string): boolean {
  return expression.kind === "StringLiteral" && expression.value === text;
}
