/** `route`: questions whose answers decide which tasks run, and who answers them. */
import {
  bareTask,
  compareText,
  type Question,
  type RouteDecider,
  type RouteTask,
} from "@crucible/core";
import { StarlarkDict } from "@crucible/starlark";
import { normalFilePath } from "../check/files.js";
import { ROUTE_NEEDS } from "../check/kinds.js";
import { quotePath } from "../diagnostics/quote.js";
import type { Compilation } from "../evaluate/compilation.js";
import { Arguments } from "./arguments.js";
import {
  JOINS,
  optionalField,
  optionalParameter,
  readKeyed,
  requiredParameter,
  STAGES,
} from "./common.js";
import { readCondition, WHEN_PARAMETERS } from "./condition.js";
import type { Constructor } from "./constructor.js";
import { readDependencies } from "./dependencies.js";
import { readFile } from "./pack-files.js";
import { type QuestionDraft, QuestionValue } from "./questions.js";

const DECIDERS = ["min_confidence", "source", "human"] as const;

export const route: Constructor = {
  parameters: [
    requiredParameter("name"),
    requiredParameter("questions"),
    ...[
      ...DECIDERS,
      "review",
      "timeout",
      "files",
      "needs",
      "over",
      "max_fanout",
      "keyed",
      "depends_on",
      "required",
      "join",
      "stage",
    ].map(optionalParameter),
    ...WHEN_PARAMETERS,
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const decider = readDecider(args, compilation);
    const condition = readCondition(args);
    const task: RouteTask = {
      ...bareTask(args.text("name")),
      ...readDependencies(args),
      kind: "route",
      questions: readQuestions(args),
      decider,
      needs: args.value("needs") === undefined ? ROUTE_NEEDS[decider.kind] : args.text("needs"),
      required: args.boolean("required", true),
      join: args.choice("join", JOINS) ?? "all",
      stage: args.choice("stage", STAGES) ?? "iteration",
      keyed: readKeyed(args),
      ...optionalField("over", args.output("over")),
      ...optionalField("maxFanout", args.integer("max_fanout")),
      ...optionalField("timeoutMs", args.durationMs("timeout")),
      ...optionalField("when", condition?.when),
    };
    return compilation.construct({ task, call, otherwise: condition?.otherwise ?? false });
  },
};

/** The questions, sorted by id. */
function readQuestions(args: Arguments): readonly Question[] {
  const value = args.value("questions") ?? null;
  const wanted = "a dict from question id to noul(…), choice(…), score(…) or pick(…)";
  if (!(value instanceof StarlarkDict)) return args.wrongType("questions", wanted, value);
  const questions = [...value.pairs()].map(({ key, value: question }): Question => {
    const id = args.textOf("questions", key, wanted);
    if (question instanceof QuestionValue) {
      args.chargeItems(itemCount(question.draft));
      return { ...question.draft, id };
    }
    return args.wrongType("questions", wanted, question);
  });
  return questions.sort((a, b) => compareText(a.id, b.id));
}

/** How many labels a question brings along. */
function itemCount(question: QuestionDraft): number {
  const labels =
    "options" in question ? question.options : "levels" in question ? question.levels : [];
  return question.drop.length + ("task" in labels ? 1 : labels.length);
}

/** Exactly one of `min_confidence`, `source` and `human = True`. */
function readDecider(args: Arguments, compilation: Compilation): RouteDecider {
  const human = args.boolean("human", false);
  const minConfidence = args.number("min_confidence");
  const source = args.optionalTask("source");
  const given = DECIDERS.filter((name) =>
    name === "human" ? human : args.filled(name) !== undefined,
  );
  const [first, second] = given;
  if (first === undefined) {
    const message = "a route needs one of min_confidence, source and human = True";
    return args.call.fail(message, { code: "decider" });
  }
  if (second !== undefined) {
    const message = `a route has one decider; it takes ${first} or ${second}, not both`;
    return args.fail(second, "decider", message);
  }
  const files = readFiles(args, minConfidence !== undefined);
  const review = readReview(args, compilation, human);
  if (minConfidence !== undefined) return { kind: "model", minConfidence, files };
  if (source !== undefined) return { kind: "output", task: source };
  return { kind: "human", ...optionalField("review", review) };
}

function readFiles(args: Arguments, isModel: boolean): readonly string[] {
  if (args.filled("files") === undefined) return [];
  if (!isModel) args.fail("files", "decider", "files is for a route that a model decides");
  const items = args.items("files", "a list of paths");
  return items.map((item) => normalFilePath(args.textOf("files", item, "a list of paths")));
}

function readReview(
  args: Arguments,
  compilation: Compilation,
  isHuman: boolean,
): string | undefined {
  const path = args.optionalText("review");
  if (path === undefined) return undefined;
  if (!isHuman) args.fail("review", "decider", "review is for a route that a person decides");
  const subject = `review ${quotePath(path)}`;
  return readFile(args.call, compilation, { subject, argument: "review", path });
}
