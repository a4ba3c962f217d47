/**
 * Plans that follow every rule, of any shape: each task is drawn after those before it, from what they allow.
 *
 * A draw is a list of dice; `planFrom` turns them into a plan. So a failing plan shrinks by its dice, and every plan the
 * shrinker reaches is a right one as well.
 */
import fc from "fast-check";
import {
  type BoundParam,
  compareText,
  type Direction,
  type EmitField,
  type FileDeclaration,
  type PlanDraft,
  type Question,
  type RouteDecider,
  type Task,
  type TaskCommon,
} from "../../src/index.js";
import { Dice } from "./dice.js";

/** Any text a plan can hold, blanks and odd characters included. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "a\nb", '"quoted" \\ back', "\u0000\u007f\u2028", "5.0", "naïve 🜂", "'''"),
);

/** Text that says something and that a process can receive. */
const filledText: fc.Arbitrary<string> = anyText.map((text) => `${text.replaceAll("\0", "")}x`);

/** The same as a name that programs are given, which has no control characters. */
function wordOf(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "");
}

const identifier: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_]{1,6}$/),
  fc.constantFrom("__proto__", "constructor", "toString", "10", "2", "hasOwnProperty"),
);

/** What one task is drawn from: dice for choices, texts and words for its contents. */
interface TaskDraw {
  readonly dice: readonly number[];
  readonly texts: readonly string[];
  readonly words: readonly string[];
  readonly number: number;
}

/** Any number a plan can hold; -0 is written as the 0 that it equals. */
const anyNumber: fc.Arbitrary<number> = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => value + 0);

const taskDraw: fc.Arbitrary<TaskDraw> = fc.record({
  dice: fc.array(fc.nat(999), { minLength: 60, maxLength: 60 }),
  texts: fc.array(filledText, { minLength: 6, maxLength: 6 }),
  words: fc.uniqueArray(identifier, { minLength: 6, maxLength: 6 }),
  number: anyNumber,
});

const paramValue: fc.Arbitrary<BoundParam["value"]> = fc.oneof(
  anyText,
  fc.boolean(),
  fc.maxSafeInteger(),
  anyNumber,
  fc.array(anyText, { maxLength: 3 }),
);

/** What surrounds the tasks. */
interface PlanDraw {
  readonly tasks: readonly TaskDraw[];
  readonly params: readonly (readonly [string, BoundParam["value"], boolean])[];
  readonly reason: string;
  readonly usd: number;
  readonly dice: readonly number[];
}

const planDraw: fc.Arbitrary<PlanDraw> = fc.record({
  tasks: fc.array(taskDraw, { minLength: 1, maxLength: 7 }),
  params: fc.uniqueArray(fc.tuple(anyText, paramValue, fc.boolean()), {
    maxLength: 4,
    selector: ([name]) => name,
  }),
  reason: anyText,
  usd: fc.double({ min: 0.001, max: 9_000_000, noNaN: true }),
  dice: fc.array(fc.nat(999), { minLength: 8, maxLength: 8 }),
});

/** A right plan of the lane of plan files, with a budget, as a plan file can hold it. */
export const planFileDrafts: fc.Arbitrary<PlanDraft> = planDraw.map((draw) => ({
  ...planFrom(draw, "plan_file"),
  settings: [],
  params: draw.params.map(([name, value]) => ({ name, value, supplied: false })),
  budgetUsd: draw.usd,
  reason: draw.reason,
}));

/** A right plan of any lane but the scored one, which has a shape of its own. */
export const planDrafts: fc.Arbitrary<PlanDraft> = planDraw.map((draw) => {
  const dice = new Dice(draw.dice);
  const lane = dice.pick(["playbook", "custom", "plan_file"] as const);
  const draft = planFrom(draw, lane);
  const main = draft.tasks.filter((task) => task.stage === "iteration" && !task.when);
  const result = main.find((task) => task.dependsOn.length === 0);
  return {
    ...draft,
    ...(dice.chance(50) ? { reason: draw.reason } : {}),
    ...(dice.chance(50) && result ? { result: result.name } : {}),
    ...(dice.chance(30) && lane !== "custom" && result && !result.over
      ? { historyRecord: result.name }
      : {}),
    ...(dice.chance(50) ? { budgetUsd: draw.usd } : {}),
    settings: dice.chance(30) ? [{ address: "*.model", value: draw.reason }] : [],
  };
});

function planFrom(draw: PlanDraw, lane: PlanDraft["lane"]): PlanDraft {
  const builder = new PlanBuilder(lane);
  for (const [index, task] of draw.tasks.entries()) {
    builder.add(index, task, index > 0 && index >= draw.tasks.length - 2);
  }
  return {
    version: 1,
    lane,
    reason: "",
    tasks: builder.tasks,
    params: draw.params.map(([name, value, supplied]) => ({ name, value, supplied })),
    settings: [],
  };
}

class PlanBuilder {
  readonly tasks: Task[] = [];
  readonly #lane: PlanDraft["lane"];
  readonly #inLoops = new Set<string>();
  #lastInSession: string | undefined;

  constructor(lane: PlanDraft["lane"]) {
    this.#lane = lane;
  }

  add(index: number, draw: TaskDraw, mayBeEpilogue: boolean): void {
    const dice = new Dice(draw.dice);
    const stage = mayBeEpilogue && dice.chance(60) ? "epilogue" : "iteration";
    const earlier = this.tasks.filter((task) => task.stage === stage);
    const deps = earlier.filter(() => dice.chance(50));
    const kind = this.#kind(dice, stage, deps);
    const common = this.#common(dice, draw, `${"abc-._"[index % 3]}${index}`, stage, deps);
    const task = { ...this.#work(dice, draw, kind, deps, common) };
    this.tasks.push(this.#joined(dice, task, deps));
  }

  #kind(dice: Dice, stage: Task["stage"], deps: readonly Task[]): Task["kind"] {
    const kinds: Task["kind"][] = ["agent", "command", "evaluate"];
    if (stage === "epilogue") kinds.push("report");
    else {
      kinds.push("route");
      if (deps.length > 0 && deps.every((task) => !task.over)) kinds.push("top_k");
      if (this.#lane !== "playbook") kinds.push("engine");
    }
    return dice.pick(kinds);
  }

  #common(
    dice: Dice,
    draw: TaskDraw,
    name: string,
    stage: Task["stage"],
    deps: readonly Task[],
  ): TaskCommon {
    return {
      name,
      dependsOn: deps.map((task) => task.name),
      optional: [],
      needs: dice.pick(["any", "gpu", wordOf(draw.texts[0] ?? "x")]),
      required: dice.chance(70),
      isolation: null,
      join: "all",
      stage,
      emits: [],
      emitsFiles: [],
      keyed: [],
      repair: 0,
      ...this.#condition(dice, deps),
    };
  }

  /** Follows a route that is among the dependencies; everything it can answer is dropped or named. */
  #condition(dice: Dice, deps: readonly Task[]): Partial<TaskCommon> {
    const route = deps.find((task) => task.kind === "route" && !task.over);
    if (route?.kind !== "route" || dice.chance(50)) return {};
    const question = route.questions.find(({ type }) => type !== "pick");
    if (!question) return {};
    return { when: { task: route.name, question: question.id, is: ["uncertain"] } };
  }

  #work(
    dice: Dice,
    draw: TaskDraw,
    kind: Task["kind"],
    deps: readonly Task[],
    common: TaskCommon,
  ): Task {
    const [, text = "x", other = "y", third = "z"] = draw.texts;
    const direction: Direction = dice.pick(["lower", "higher"]);
    switch (kind) {
      case "agent": {
        const own = this.#agentExtras(dice, common, deps, other);
        return { kind, prompt: text, effort: null, ...own };
      }
      case "command":
        return { kind, command: text, ...this.#extras(dice, draw, common, deps) };
      case "evaluate": {
        const bound = dice.chance(50) ? { threshold: draw.number, direction } : {};
        return { kind, command: text, ...bound, ...this.#extras(dice, draw, common, deps) };
      }
      case "report": {
        const selected = this.tasks.find((task) => task.stage === "iteration" && !task.over);
        const field = selected?.emits[0]?.name;
        return {
          kind,
          destination: { kind: "slack" },
          template: text,
          ...(selected ? { result: selected.name } : {}),
          ...(field === undefined ? {} : { severityField: field }),
          ...common,
        };
      }
      case "top_k":
        return { kind, k: 1 + dice.below(9), direction, ...common };
      case "route":
        return this.#route(dice, draw, deps, common, third);
      case "engine":
        return this.#engine(dice, deps, common);
    }
  }

  #agentExtras(
    dice: Dice,
    common: TaskCommon,
    deps: readonly Task[],
    text: string,
  ): TaskCommon & { harness: string | null; model: string | null; sandbox?: string } {
    const before = this.#lastInSession;
    const maySession = before === undefined || deps.some((task) => task.name === before);
    const session = maySession && common.stage === "iteration" && dice.chance(50);
    if (session) this.#lastInSession = common.name;
    return {
      ...common,
      harness: dice.chance(50) ? wordOf(text) : null,
      model: dice.chance(50) ? wordOf(text) : null,
      ...(!session && dice.chance(30) ? { sandbox: wordOf(text) } : {}),
      ...(session ? { session: "main" } : {}),
      ...(dice.chance(30) ? { emits: [{ name: "score" }, { name: "items" }] } : {}),
      repair: dice.below(4),
    };
  }

  /** What work without a conversation may have besides: types, files, fan-out, bounds, a loop. */
  #extras(dice: Dice, draw: TaskDraw, common: TaskCommon, deps: readonly Task[]): TaskCommon {
    const fanOut = this.#fanOut(dice, deps);
    return {
      ...common,
      emits: emitsFrom(dice, draw),
      emitsFiles: filesFrom(dice, draw),
      isolation: dice.chance(30) ? "worktree" : null,
      ...(dice.chance(40) ? { timeoutMs: 1 + dice.below(3) * 1_799_999 + dice.below(900) } : {}),
      ...(this.#repeats() && dice.chance(30) ? { history: 1 + dice.below(30) } : {}),
      ...fanOut,
      ...(fanOut.over || common.when ? {} : this.#loop(dice, common.name, deps)),
    };
  }

  #fanOut(dice: Dice, deps: readonly Task[]): Partial<TaskCommon> {
    const producer = deps.find(
      (task) => !task.over && (task.kind === "command" || task.kind === "evaluate"),
    );
    if (!producer || dice.chance(50)) return {};
    return {
      over: { task: producer.name, field: "items" },
      maxFanout: 1 + dice.below(256),
      keyed: dice.chance(50) ? [{ task: producer.name, field: "by_key" }] : [],
    };
  }

  /** A loop over the one dependency, so that nothing lies between. */
  #loop(dice: Dice, name: string, deps: readonly Task[]): Partial<TaskCommon> {
    const [target, ...others] = deps;
    const canLoop =
      this.#repeats() && target !== undefined && others.length === 0 && isLoopable(target);
    if (!canLoop || this.#inLoops.has(target.name) || dice.chance(40)) return {};
    this.#inLoops.add(target.name).add(name);
    return { revise: { targets: [target.name], maxRounds: 2 + dice.below(4) } };
  }

  #repeats(): boolean {
    return this.#lane !== "custom";
  }

  #route(
    dice: Dice,
    draw: TaskDraw,
    deps: readonly Task[],
    common: TaskCommon,
    text: string,
  ): Task {
    const open = deps.find(
      (task) => task.emits.length === 0 && !task.over && task.kind !== "route",
    );
    const decider = this.#decider(dice, deps, open, text);
    const questions = questionsFrom(dice, draw, decider, open);
    const needs = { model: "decision", output: "any", human: "human" }[decider.kind];
    const timed = decider.kind === "human" && dice.chance(50) ? { timeoutMs: 60_000 } : {};
    return { kind: "route", questions, decider, ...common, ...timed, needs };
  }

  #decider(dice: Dice, deps: readonly Task[], open: Task | undefined, text: string): RouteDecider {
    const kind = dice.pick(
      open ? (["model", "human", "output"] as const) : (["model", "human"] as const),
    );
    if (kind === "output" && open) return { kind: "output", task: open.name };
    if (kind === "human")
      return dice.chance(50) ? { kind: "human", review: text } : { kind: "human" };
    const paths = deps.flatMap((task) => task.emitsFiles).filter((file) => file.schema);
    const files = [...new Set(paths.map((file) => file.path))];
    return { kind: "model", minConfidence: (1 + dice.below(1000)) / 1000, files };
  }

  #engine(dice: Dice, deps: readonly Task[], common: TaskCommon): Task {
    const scored = deps.find((task) => !task.over);
    const op = scored
      ? dice.pick(["grade", "decide", "propose", "measure"] as const)
      : dice.pick(["propose", "apply", "measure", "measure_diff"] as const);
    const reads = scored && (op === "grade" || op === "decide");
    return {
      kind: "engine",
      op,
      ...(reads ? { source: scored.name } : {}),
      ...(reads && op === "grade" && dice.chance(50) ? { tiebreak: scored.name } : {}),
      ...common,
    };
  }

  /** The join comes last: which one is allowed depends on what the task became. */
  #joined(dice: Dice, task: Task, deps: readonly Task[]): Task {
    const fixed = task.kind === "top_k" || task.kind === "report" || task.kind === "engine";
    const joins = deps.length === 0 ? (["all"] as const) : (["all", "passed", "settled"] as const);
    const join = dice.pick(joins);
    if (join !== "all") return { ...task, join: fixed ? "passed" : join };
    const optional = deps.filter(() => dice.chance(20)).map(({ name }) => name);
    const required = task.required && deps.every((dependency) => dependency.required);
    return { ...task, optional, required };
  }
}

function isLoopable(task: Task): boolean {
  const isWork = task.kind === "agent" || task.kind === "command" || task.kind === "evaluate";
  return isWork && !task.over && !task.revise;
}

/** Nothing, names, or types; what the other tasks read is always among them. */
function emitsFrom(dice: Dice, { words, texts }: TaskDraw): readonly EmitField[] {
  const reserved = new Set(["complete", "reason", "score", "items", "by_key"]);
  const free = words.filter((word) => !reserved.has(word));
  if (dice.chance(40)) return [];
  if (dice.chance(40)) return ["score", "items", "by_key", ...free].map((name) => ({ name }));
  const schema = JSON.stringify({ description: texts[4], enum: words });
  const types: readonly EmitField[] = [
    { name: "score", type: { kind: "token", token: dice.pick(["number", "integer"]) } },
    { name: "items", type: { kind: "token", token: dice.pick(["list", "links"]) } },
    { name: "by_key", type: { kind: "token", token: "object" } },
    ...free.map((name): EmitField => {
      const token = dice.pick(["string", "boolean", "link"] as const);
      return dice.pick<EmitField>([
        { name, type: { kind: "token", token } },
        { name, type: { kind: "labels", labels: words } },
        { name, type: { kind: "schema", schema } },
      ]);
    }),
  ];
  return [...types].sort((a, b) => compareText(a.name, b.name));
}

function filesFrom(dice: Dice, { words, texts }: TaskDraw): readonly FileDeclaration[] {
  return words.slice(0, dice.below(3)).map((word) => ({
    path: `out/${word}.json`,
    ...(dice.chance(50) ? { schema: JSON.stringify({ title: texts[5] }) } : {}),
  }));
}

/** Questions that drop all their labels, so that following some of them is always enough. */
function questionsFrom(
  dice: Dice,
  { words, texts }: TaskDraw,
  decider: RouteDecider,
  open: Task | undefined,
): readonly Question[] {
  const ids = words.filter((word) => word !== "decision").slice(0, 1 + dice.below(3));
  const labels = ["alpha", "beta", ...words.filter((word) => word !== "uncertain")];
  const options = labels.map((label) => ({
    label,
    ...(dice.chance(50) ? { description: texts[3] ?? "" } : {}),
  }));
  const isHuman = decider.kind === "human";
  const questions = ids.map((id): Question => {
    const asked = { id, instructions: texts[2] ?? "x" };
    const all = { ...asked, drop: [...labels, "uncertain"] };
    const multiple = isHuman && dice.chance(50);
    const kinds: Question[] = [
      { ...asked, type: "noul", drop: ["yes", "no", "uncertain"] },
      { ...all, type: "choice", options, multiple },
      { ...all, type: "score", levels: options },
    ];
    if (isHuman && open) {
      const source = { task: open.name, field: "items" };
      kinds.push({ ...asked, type: "pick", source, multiple, drop: [] });
    }
    return dice.pick(kinds);
  });
  return [...questions].sort((a, b) => compareText(a.id, b.id));
}
