/** The wire form of a route's questions and decider. */
import { z } from "zod";
import type { Decider, LabelOption, Question } from "../plan/route.js";
import { outputField } from "./field-schemas.js";
import { byName, finite, present, table, text, texts } from "./pieces.js";

const option: z.ZodType<LabelOption> = z
  .strictObject({ label: text, description: text.optional() })
  .transform(({ label, description }) => ({ label, ...present("description", description) }));

const asked = { instructions: text, drop: texts.default([]) };
const multiple = z.boolean().default(false);

/** A question without its id, which is the key it stands under. */
type Unnamed<Q> = Q extends Question ? Omit<Q, "id"> : never;

const question: z.ZodType<Unnamed<Question>> = z.discriminatedUnion("type", [
  z.strictObject({ ...asked, type: z.literal("noul") }),
  z.strictObject({
    ...asked,
    type: z.literal("choice"),
    options: z.union([z.array(option), outputField]),
    multiple,
  }),
  z.strictObject({ ...asked, type: z.literal("score"), levels: z.array(option) }),
  z.strictObject({ ...asked, type: z.literal("pick"), source: outputField, multiple }),
]);

export const questions: z.ZodType<readonly Question[]> = table(question).transform((entries) =>
  byName(entries).map(([id, asks]): Question => ({ ...asks, id })),
);

export const decider: z.ZodType<Decider> = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("model"),
      min_confidence: finite,
      files: texts.default([]),
    })
    .transform(
      ({ min_confidence, files }): Decider => ({
        kind: "model",
        minConfidence: min_confidence,
        files,
      }),
    ),
  z.strictObject({ kind: z.literal("output"), task: text }),
  z
    .strictObject({ kind: z.literal("human"), review: text.optional() })
    .transform(({ review }): Decider => ({ kind: "human", ...present("review", review) })),
]);
