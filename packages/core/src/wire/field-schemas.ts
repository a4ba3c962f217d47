/** The wire form of declared fields, declared files and references to another task's field. */
import { z } from "zod";
import {
  type EmitField,
  type FieldType,
  type FileDeclaration,
  TYPE_TOKENS,
} from "../plan/emits.js";
import type { OutputField } from "../plan/output-field.js";
import { byName, present, table, text, texts } from "./pieces.js";

export const outputField: z.ZodType<OutputField> = z.strictObject({ task: text, field: text });

const fieldType: z.ZodType<FieldType> = z.union([
  z.enum(TYPE_TOKENS).transform((token): FieldType => ({ kind: "token", token })),
  texts.transform((labels): FieldType => ({ kind: "labels", labels })),
  z
    .strictObject({ schema: text })
    .transform(({ schema }): FieldType => ({ kind: "schema", schema })),
]);

/** The list form declares names, the table form names with types; a type of null is none. */
export const emits: z.ZodType<readonly EmitField[]> = z.union([
  texts.transform((names): readonly EmitField[] => names.map((name) => ({ name }))),
  table(fieldType.nullable()).transform((entries): readonly EmitField[] =>
    byName(entries).map(([name, type]) => ({ name, ...present("type", type ?? undefined) })),
  ),
]);

const fileDeclaration: z.ZodType<FileDeclaration> = z.union([
  text.transform((path): FileDeclaration => ({ path })),
  z.strictObject({ path: text, schema: text }),
]);

export const emitsFiles: z.ZodType<readonly FileDeclaration[]> = z.array(fileDeclaration);
