/**
 * What the constructors give to a source: tasks, fields of their outputs, questions of routes.
 *
 * They are opaque to the language; attributes are the only thing it can ask of them. `task.field` names an output field
 * and is checked where it is used, `route.question` names a question and is checked at once.
 */
import { didYouMean, nearest, type OutputField, type Task } from "@crucible/core";
import { type HostCall, HostValue, refuse, type Value } from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";

/** A task as its constructor made it, before the graph is complete. */
export interface TaskDraft {
  readonly task: Task;
  /** The call that made it; it knows where each argument stands. */
  readonly call: HostCall;
  /** Set where `when` is to cover every answer that no other task lists. */
  readonly otherwise: boolean;
}

export class TaskValue extends HostValue {
  override readonly typeName = "task";
  readonly draft: TaskDraft;

  constructor(draft: TaskDraft) {
    super();
    this.draft = draft;
  }

  get name(): string {
    return this.draft.task.name;
  }

  override attribute(name: string): Value {
    const { task } = this.draft;
    if (task.kind !== "route") return new OutputValue({ task: task.name, field: name });
    const question = task.questions.find(({ id }) => id === name);
    if (!question) {
      const known = task.questions.map(({ id }) => id);
      const suggestion = nearest(name, known);
      refuse(`route ${quote(task.name)} has no question ${quote(name)}${didYouMean(name, known)}`, {
        code: "unknown-question",
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
    if (question.type === "pick") return new OutputValue({ task: task.name, field: name });
    return new AnswerValue(task.name, question.id, question.type === "noul");
  }
}

/** `task.field`: a field of a task's output. */
export class OutputValue extends HostValue {
  override readonly typeName = "output";
  readonly field: OutputField;

  constructor(field: OutputField) {
    super();
    this.field = field;
  }
}

/** `route.question`: what a `when` waits for. */
export class AnswerValue extends HostValue {
  override readonly typeName = "answer";
  readonly route: string;
  readonly question: string;
  /** Whether it is answered yes or no. */
  readonly isNoul: boolean;

  constructor(route: string, question: string, isNoul: boolean) {
    super();
    this.route = route;
    this.question = question;
    this.isNoul = isNoul;
  }
}

/** `optional(task)`: a dependency that may settle not_taken. */
export class OptionalValue extends HostValue {
  override readonly typeName = "optional dependency";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** `schema_file(path)`: a JSON Schema as canonical text. */
export class SchemaValue extends HostValue {
  override readonly typeName = "schema";
  readonly schema: string;

  constructor(schema: string) {
    super();
    this.schema = schema;
  }
}
