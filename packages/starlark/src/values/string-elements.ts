/** How a {@link StringElements} presents each code point of its text. */
export type ElementForm = "elems" | "elem_ords" | "codepoints" | "codepoint_ords";

/** What `s.elems()` and its kin give: the characters of a string, one after another, without a list of them. */
export class StringElements {
  readonly text: string;
  readonly form: ElementForm;

  constructor(text: string, form: ElementForm) {
    this.text = text;
    this.form = form;
  }

  /** Whether it has a length and places; code points are only walked over. */
  get indexable(): boolean {
    return this.form === "elems" || this.form === "elem_ords";
  }

  /** Whether elements are code point numbers rather than strings. */
  get ordinals(): boolean {
    return this.form === "elem_ords" || this.form === "codepoint_ords";
  }
}
