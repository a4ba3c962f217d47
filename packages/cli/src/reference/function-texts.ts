/** What each function of the workflow language makes, in the order in which a reader meets them. */

export interface FunctionText {
  readonly name: string;
  readonly text: string;
}

export interface FunctionGroup {
  readonly title: string;
  /** Functions whose common arguments stand once, at the head of the group. */
  readonly alike?: readonly string[];
  readonly functions: readonly FunctionText[];
}

export const FUNCTION_GROUPS: readonly FunctionGroup[] = [
  {
    title: "The workflow",
    functions: [
      { name: "workflow", text: "The whole graph. A source calls it once, as its last statement." },
      {
        name: "default_autoresearch",
        text: "The scored loop's usual graph, with an author's tasks between its steps; in place of `workflow`.",
      },
    ],
  },
  {
    title: "Tasks",
    alike: ["agent", "skill", "command", "evaluate"],
    functions: [
      { name: "agent", text: "A turn of an agent with a prompt." },
      { name: "skill", text: "A turn of an agent whose prompt is a skill of the pack." },
      { name: "command", text: "A command of the pack's own." },
      {
        name: "evaluate",
        text: "A command that gives a `score` and passes when the score keeps the threshold.",
      },
      {
        name: "report",
        text: "A report that is delivered when the run has ended. It belongs to the epilogue. No delivery is supported yet: the task fails.",
      },
      { name: "top_k", text: "Keeps the best of its dependencies by `score`." },
    ],
  },
  {
    title: "Decisions",
    functions: [
      {
        name: "route",
        text: "Questions whose answers decide which tasks run. Exactly one of `min_confidence`, `source` and `human = True` says who answers.",
      },
      { name: "noul", text: "A question that is answered with `yes` or `no`." },
      { name: "choice", text: "A question that is answered with one of the options." },
      { name: "score", text: "A question that is answered with one of the levels." },
      {
        name: "pick",
        text: "A question that is answered with an item of a list that a task gave; `route.id` is such a list and fits `over`. On a route that a person answers only.",
      },
    ],
  },
  {
    title: "Values",
    functions: [
      {
        name: "param",
        text: "The value of a parameter. What a launcher supplied is text from outside: it may stand in a prompt, between marks, and nowhere else as text.",
      },
      {
        name: "session",
        text: "A conversation that several agent tasks continue. What it fixes, its tasks need not say.",
      },
      { name: "optional", text: "A dependency of an `all` join that may settle `not_taken`." },
      { name: "prompt_file", text: "The text of a file." },
      {
        name: "schema_file",
        text: "A JSON Schema 2020-12 document, as the type of a field or of a file.",
      },
    ],
  },
  {
    title: "The scored loop",
    functions: [
      { name: "propose", text: "The engine's turn that proposes a candidate." },
      { name: "apply", text: "The engine's step that applies the candidate to the world." },
      { name: "measure", text: "The engine's step that measures the applied candidate." },
      { name: "grade", text: "The engine's step that makes a score of evidence." },
      { name: "decide", text: "The engine's step that keeps the candidate or does not." },
    ],
  },
];
