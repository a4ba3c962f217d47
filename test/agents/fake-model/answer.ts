/** What both protocols have in common: an answer is a list of events, and the same in one piece. */

export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Answer {
  readonly events: readonly StreamEvent[];
  readonly whole: object;
}

const PIECE_CHARACTERS = 24;

/** A text in the small pieces that a model streams it in. */
export function pieces(text: string): readonly string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / PIECE_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS).join(""),
  );
}

let count = 0;

/** An identity that no other answer of this process has: agents join messages of one identity. */
export function identity(prefix: string): string {
  count += 1;
  return `${prefix}_scripted${count}`;
}
