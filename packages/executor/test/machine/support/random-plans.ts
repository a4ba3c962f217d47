/** Random valid plans and random, repeatable ends of their attempts. */
import type { JsonValue, Plan, Task } from "@crucible/core";
import fc from "fast-check";
import { waitingLoops } from "../../../src/machine/index.js";
import {
  completes,
  costing,
  fails,
  type Outcome,
  passes,
  skips,
  timesOut,
  transport,
} from "./outcomes.js";
import { agent, command, type Extras, evaluate, noul, planOf, route } from "./plans.js";

/** The choices behind one task; what cannot stand in a valid plan is dropped by {@link planFrom}. */
interface Draft {
  readonly kind: "command" | "agent" | "evaluate" | "route";
  readonly links: readonly number[];
  readonly join: "all" | "passed" | "settled";
  readonly required: boolean;
  readonly isolated: boolean;
  readonly epilogue: boolean;
  readonly maps: boolean;
  readonly conditional: boolean;
  readonly optional: boolean;
  readonly reviews: boolean;
  readonly needs: "any" | "gpu";
  readonly limited: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom("command", "command", "agent", "evaluate", "route"),
  links: fc.array(fc.nat(9), { maxLength: 3 }),
  join: fc.constantFrom("all", "all", "passed", "settled"),
  required: fc.boolean(),
  isolated: fc.boolean(),
  epilogue: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  maps: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  conditional: fc.boolean(),
  optional: fc.boolean(),
  reviews: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  needs: fc.constantFrom("any", "any", "any", "any", "any", "any", "any", "gpu"),
  limited: fc.boolean(),
});

export const plans: fc.Arbitrary<Plan> = fc
  .record({
    drafts: fc.array(draft, { minLength: 1, maxLength: 9 }),
    lane: fc.constantFrom("playbook", "playbook", "playbook", "plan_file"),
  })
  .map(({ drafts, lane }) => planOf(planFrom(drafts), { lane: lane as "playbook" | "plan_file" }))
  .filter((plan) => waitingLoops(plan).length === 0);

function planFrom(drafts: readonly Draft[]): Task[] {
  const tasks: Task[] = [];
  const inLoop = new Set<string>();
  for (const [index, choice] of drafts.entries()) {
    const task = taskFrom(`t${index}`, choice, tasks);
    const target = reviewTarget(choice, task, tasks, inLoop);
    if (target !== undefined) {
      inLoop.add(target).add(task.name);
      tasks.push({ ...task, revise: { targets: [target], maxRounds: 2 + (index % 2) } } as Task);
    } else {
      tasks.push(task);
    }
  }
  return tasks;
}

function taskFrom(name: string, choice: Draft, earlier: readonly Task[]): Task {
  const stage = choice.epilogue ? "epilogue" : "iteration";
  const after = [
    ...new Set(
      choice.links.flatMap((link) => {
        const dependency = earlier[link % Math.max(1, earlier.length)];
        return dependency?.stage === stage ? [dependency.name] : [];
      }),
    ),
  ];
  const extras: Extras = {
    after,
    stage,
    required: choice.required,
    isolated: choice.isolated,
    needs: choice.needs,
    join: after.length > 0 ? choice.join : "all",
    optional: choice.optional && choice.join === "all" ? after.slice(0, 1) : [],
    ...(choice.limited ? { timeoutMs: 60_000 } : {}),
    ...whenOf(choice, after, earlier),
    ...overOf(choice, after, earlier),
  };
  if (choice.kind === "route" && !choice.epilogue && extras.over === undefined) {
    const source = after.find((dependency) => kindOf(earlier, dependency) === "command");
    if (source !== undefined) {
      const { timeoutMs: _, ...rest } = extras;
      const plain = { ...rest, isolated: false };
      return route(name, { kind: "output", task: source }, [noul("q")], plain);
    }
  }
  if (choice.kind === "agent") return agent(name, extras);
  return choice.kind === "evaluate" ? evaluate(name, extras) : command(name, extras);
}

function whenOf(choice: Draft, after: readonly string[], earlier: readonly Task[]): Extras {
  const source = after.find((name) => kindOf(earlier, name) === "route");
  if (!choice.conditional || source === undefined) return {};
  return { when: { task: source, question: "q", is: ["yes"] } };
}

function overOf(choice: Draft, after: readonly string[], earlier: readonly Task[]): Extras {
  const source = after.find((name) => {
    const task = earlier.find((known) => known.name === name);
    return task?.kind === "command" && task.over === undefined;
  });
  if (!choice.maps || source === undefined) return {};
  return { over: { task: source, field: "items" }, maxFanout: 3 };
}

function kindOf(tasks: readonly Task[], name: string): string | undefined {
  return tasks.find((task) => task.name === name)?.kind;
}

/** A direct dependency that the task may send back: nothing else lies between the two. */
function reviewTarget(
  choice: Draft,
  task: Task,
  earlier: readonly Task[],
  inLoop: ReadonlySet<string>,
): string | undefined {
  if (!choice.reviews || task.kind === "route" || task.over || task.when) return undefined;
  return task.dependsOn.find((name) => {
    const target = earlier.find((known) => known.name === name);
    if (!target || target.kind === "route" || target.over || inLoop.has(name)) return false;
    // Any other dependency that comes after the target would lie on a path between the two.
    return task.dependsOn.every((other) => other === name || !reaches(earlier, other, name));
  });
}

function reaches(tasks: readonly Task[], from: string, to: string): boolean {
  const task = tasks.find((known) => known.name === from);
  return !!task && task.dependsOn.some((name) => name === to || reaches(tasks, name, to));
}

/** How a row's attempt ends: a function of its name and the seed, so that a repeated attempt ends the same way. */
export function endOf(seed: number, row: string): Outcome {
  const roll = hash(seed, row);
  const output: JsonValue = {
    items: ["a", "b", "c"].slice(0, roll % 4),
    q: roll % 2 === 0 ? "yes" : "no",
    score: roll % 7,
    ...(roll % 23 === 0 ? { complete: true } : {}),
  };
  const cost = ((roll >>> 5) % 4) * 0.1;
  switch (roll % 12) {
    case 0:
      return costing(cost, fails(output));
    case 1:
      return skips();
    case 2:
      return costing(cost, transport());
    case 3:
      return timesOut();
    case 4:
      return completes("enough");
    default:
      return costing(cost, passes(output));
  }
}

export function hash(seed: number, text: string): number {
  let value = 2166136261 ^ seed;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
