/**
 * The wire form of a task, the exact inverse of `encodeTask`: what stands at its default may be left out, and a key that
 * nobody knows is refused, since an engine that ignores part of a plan runs another plan.
 */
import { z } from "zod";
import type { Revise, Task, TaskCommon } from "../plan/task.js";
import { readDuration } from "../time/duration.js";
import { emits, emitsFiles, outputField } from "./field-schemas.js";
import { finite, present, text, texts, whole } from "./pieces.js";
import { decider, questions } from "./route-schemas.js";

const timeoutMs: z.ZodType<number> = text.transform((written, context) => {
  const reading = readDuration(written);
  if (reading.ok) return reading.ms;
  context.addIssue({ code: "custom", message: reading.message });
  return z.NEVER;
});

const revise: z.ZodType<Revise> = z.union([
  z
    .strictObject({ task: text, max_rounds: whole })
    .transform(({ task, max_rounds }) => ({ targets: [task], maxRounds: max_rounds })),
  z
    .strictObject({ tasks: texts, max_rounds: whole })
    .transform(({ tasks, max_rounds }) => ({ targets: tasks, maxRounds: max_rounds })),
]);

const direction = z.enum(["lower", "higher"]);

const common = {
  name: text,
  depends_on: texts.default([]),
  optional: texts.default([]),
  session: text.optional(),
  needs: text.default("any"),
  required: z.boolean().default(true),
  isolation: z.literal("worktree").nullable().default(null),
  join: z.enum(["all", "passed", "settled"]).default("all"),
  stage: z.enum(["iteration", "epilogue"]).default("iteration"),
  emits: emits.default([]),
  emits_files: emitsFiles.default([]),
  over: outputField.optional(),
  max_fanout: whole.optional(),
  keyed: z.array(outputField).default([]),
  when: z.strictObject({ task: text, question: text, is: texts }).optional(),
  revise: revise.optional(),
  timeout: timeoutMs.optional(),
  history: whole.optional(),
  repair: whole.default(0),
};

type CommonWire = z.output<z.ZodObject<typeof common>>;

function taskCommon(wire: CommonWire): TaskCommon {
  return {
    name: wire.name,
    dependsOn: wire.depends_on,
    optional: wire.optional,
    ...present("session", wire.session),
    needs: wire.needs,
    required: wire.required,
    isolation: wire.isolation,
    join: wire.join,
    stage: wire.stage,
    emits: wire.emits,
    emitsFiles: wire.emits_files,
    ...present("over", wire.over),
    ...present("maxFanout", wire.max_fanout),
    keyed: wire.keyed,
    ...present("when", wire.when),
    ...present("revise", wire.revise),
    ...present("timeoutMs", wire.timeout),
    ...present("history", wire.history),
    repair: wire.repair,
  };
}

const agent = z
  .strictObject({
    ...common,
    kind: z.literal("agent"),
    prompt: text,
    harness: text.nullable().default(null),
    model: text.nullable().default(null),
    effort: text.nullable().default(null),
    sandbox: text.optional(),
  })
  .transform(
    (wire): Task => ({
      kind: "agent",
      prompt: wire.prompt,
      harness: wire.harness,
      model: wire.model,
      effort: wire.effort,
      ...present("sandbox", wire.sandbox),
      ...taskCommon(wire),
    }),
  );

const command = z
  .strictObject({ ...common, kind: z.literal("command"), command: text })
  .transform((wire): Task => ({ kind: "command", command: wire.command, ...taskCommon(wire) }));

const evaluate = z
  .strictObject({
    ...common,
    kind: z.literal("evaluate"),
    command: text,
    threshold: finite.optional(),
    direction: direction.optional(),
  })
  .transform(
    (wire): Task => ({
      kind: "evaluate",
      command: wire.command,
      ...present("threshold", wire.threshold),
      ...present("direction", wire.direction),
      ...taskCommon(wire),
    }),
  );

const report = z
  .strictObject({
    ...common,
    kind: z.literal("report"),
    destination: z.strictObject({ slack: z.strictObject({}) }),
    template: text,
    result: text.optional(),
    severity_field: text.optional(),
  })
  .transform(
    (wire): Task => ({
      kind: "report",
      destination: { kind: "slack" },
      template: wire.template,
      ...present("result", wire.result),
      ...present("severityField", wire.severity_field),
      ...taskCommon(wire),
    }),
  );

const topK = z
  .strictObject({ ...common, kind: z.literal("top_k"), k: whole, direction })
  .transform(
    (wire): Task => ({ kind: "top_k", k: wire.k, direction: wire.direction, ...taskCommon(wire) }),
  );

const route = z.strictObject({ ...common, kind: z.literal("route"), questions, decider }).transform(
  (wire): Task => ({
    kind: "route",
    questions: wire.questions,
    decider: wire.decider,
    ...taskCommon(wire),
  }),
);

const engine = z
  .strictObject({
    ...common,
    kind: z.literal("engine"),
    op: z.enum(["propose", "apply", "measure", "grade", "decide", "measure_diff"]),
    source: text.optional(),
    tiebreak: text.optional(),
  })
  .transform(
    (wire): Task => ({
      kind: "engine",
      op: wire.op,
      ...present("source", wire.source),
      ...present("tiebreak", wire.tiebreak),
      ...taskCommon(wire),
    }),
  );

/** One task of a plan. */
export const task: z.ZodType<Task> = z.discriminatedUnion("kind", [
  agent,
  command,
  evaluate,
  report,
  topK,
  route,
  engine,
]);
