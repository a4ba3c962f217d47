/** What a task declares to give: fields of its JSON output, and files of its workspace. */

export const TYPE_TOKENS = [
  "string",
  "integer",
  "number",
  "boolean",
  "list",
  "object",
  "link",
  "links",
] as const;
export type TypeToken = (typeof TYPE_TOKENS)[number];

/** The declared type of one output field. */
export type FieldType =
  | { readonly kind: "token"; readonly token: TypeToken }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  /** `schema` is canonical JSON text of a JSON Schema 2020-12 document. */
  | { readonly kind: "schema"; readonly schema: string };

/** One declared field; without a type only its presence is checked. Typed declarations are sorted by name. */
export interface EmitField {
  readonly name: string;
  readonly type?: FieldType;
}

/** One declared file: a normalised relative path, with the schema its JSON content must match, if any. */
export interface FileDeclaration {
  readonly path: string;
  readonly schema?: string;
}

/** Output fields that the engine reads itself; no task may declare them. */
export const RESERVED_OUTPUT_FIELDS: readonly string[] = ["complete", "reason"];

/** Inputs that the engine provides; no dependency may have one of these names. */
export const RESERVED_INPUTS: readonly string[] = [
  "params",
  "item",
  "history",
  "revision",
  "outcome",
  "kept",
];
