/**
 * A review template as it was read: text of the author's, and places that are filled from the evidence. It can insert a
 * value, repeat over a list or an object, and choose; it can compute nothing.
 */
export type Template = readonly TemplateNode[];

export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly path: TemplatePath }
  | {
      readonly kind: "each";
      /** Of a list's item; of an object's field, its name and its value. */
      readonly names: readonly [string] | readonly [string, string];
      readonly path: TemplatePath;
      readonly body: Template;
    }
  | {
      readonly kind: "choice";
      readonly condition: Condition;
      readonly holds: Template;
      readonly otherwise: Template;
    };

/** A place in the evidence, or below the name that a repetition gives. */
export interface TemplatePath {
  readonly root: string;
  readonly steps: readonly (string | number)[];
  /** Where it stands in the template: `line:column`, from 1. */
  readonly at: () => string;
}

export interface Condition {
  readonly path: TemplatePath;
  readonly negated: boolean;
  /** What the value is compared with; without it, what is empty, zero, false or null does not hold. */
  readonly equals?: string | number | boolean | null;
}

/** The template or the evidence that it was given does not fit; the message says where in the template. */
export class ReviewRefused extends Error {
  override readonly name = "ReviewRefused";
}
