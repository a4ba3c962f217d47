/**
 * A draft with the look-ups that every check needs: tasks by name, their dependencies and fields as sets.
 *
 * Each is built once a plan, so that a check costs what it looks at and not what a hostile plan makes it search.
 */
import type { EmitField, PlanDraft, Task } from "@crucible/core";
import type { AnswerSheet } from "./answers.js";
import type { Findings } from "./findings.js";
import type { PlanPlace } from "./place.js";
import { SchemaLedger } from "./schema/facts.js";

/** One task and its position in the draft. */
export interface TaskAt<T extends Task = Task> {
  readonly task: T;
  readonly index: number;
}

/** One concern: looks at the plan and reports what is wrong with it. */
export type Check = (plan: PlanView, findings: Findings) => void;

export class PlanView {
  readonly draft: PlanDraft;
  readonly schemas: SchemaLedger = new SchemaLedger();
  /** What each route's questions can be answered with, once it was worked out. */
  readonly answerSheets: Map<Task, ReadonlyMap<string, AnswerSheet>> = new Map();
  readonly #entries: readonly TaskAt[];
  readonly #byName = new Map<string, TaskAt>();
  readonly #dependencies = new Map<Task, ReadonlySet<string>>();
  readonly #fields = new Map<Task, ReadonlyMap<string, EmitField>>();

  constructor(draft: PlanDraft) {
    this.draft = draft;
    this.#entries = draft.tasks.map((task, index) => ({ task, index }));
    for (const at of this.#entries) {
      if (!this.#byName.has(at.task.name)) this.#byName.set(at.task.name, at);
    }
  }

  get tasks(): readonly Task[] {
    return this.draft.tasks;
  }

  /** The task of that name; of two with one name, the first. */
  find(name: string): TaskAt | undefined {
    return this.#byName.get(name);
  }

  task(name: string): Task | undefined {
    return this.#byName.get(name)?.task;
  }

  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** The tasks with their positions, in declaration order. */
  entries(): readonly TaskAt[] {
    return this.#entries;
  }

  dependencies(task: Task): ReadonlySet<string> {
    const known = this.#dependencies.get(task) ?? new Set(task.dependsOn);
    this.#dependencies.set(task, known);
    return known;
  }

  /** The declared output fields of a task by name; of two with one name, the last. */
  fields(task: Task): ReadonlyMap<string, EmitField> {
    const known =
      this.#fields.get(task) ?? new Map(task.emits.map((field) => [field.name, field] as const));
    this.#fields.set(task, known);
    return known;
  }
}

/** The place of a task, of one of its fields, or of something inside that field. */
export function placeOf(
  { task, index }: TaskAt,
  field?: string,
  ...element: readonly (string | number)[]
): PlanPlace {
  return {
    task: task.name,
    index,
    ...(field === undefined ? {} : { field }),
    ...(element.length === 0 ? {} : { element }),
  };
}
