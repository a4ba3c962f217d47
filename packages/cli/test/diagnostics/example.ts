/** What one page of the diagnostics' reference is made of: a mistake and the same without it, both in full. */

export interface Example {
  readonly code: string;
  /** What the mistake is, in a line. */
  readonly title: string;
  /** What both are: a workflow source, a manifest, or a plan file. */
  readonly kind: "star" | "manifest" | "plan" | "json";
  readonly wrong: string;
  readonly right: string;
  /** Other files of the pack. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the launch gives, alike to both. */
  readonly params?: Readonly<Record<string, string>>;
  /** What the launch gives to the right one, where it is the launch that is wrong. */
  readonly rightParams?: Readonly<Record<string, string>>;
  /** Nothing is to stand after it, though it holds no workflow. */
  readonly isWhole?: true;
  /** Too long to be printed; the page says so in its place. */
  readonly isLong?: true;
  /** Smaller bounds than the usual ones, so that an example is short. */
  readonly limits?: Readonly<Record<string, number>>;
}

type Row = readonly [code: string, title: string, wrong: string, right: string, rest?: Rest];
type Rest = Omit<Example, "code" | "title" | "kind" | "wrong" | "right">;

/** Examples of one kind. */
export function examples(kind: Example["kind"], rows: readonly Row[]): readonly Example[] {
  return rows.map(([code, title, wrong, right, rest]) => ({
    code,
    title,
    kind,
    wrong,
    right,
    ...rest,
  }));
}
