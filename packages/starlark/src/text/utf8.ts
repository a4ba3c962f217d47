/**
 * Strings and bytes, each as the other.
 *
 * A byte that belongs to no encoded character becomes the replacement character, one for each, so that the text of a part
 * of some bytes does not depend on what follows it.
 */
import { quote } from "./quote.js";

const REPLACEMENT = "\ufffd";

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoded(bytes, () => REPLACEMENT);
}

/** Bytes as the language would write them: text where it is text, `\x` and two digits elsewhere. */
export function quoteBytes(bytes: Uint8Array): string {
  const body = decodedPieces(bytes, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
  return `b"${body.map(({ text, plain }) => (plain ? quote(text).slice(1, -1) : text)).join("")}"`;
}

function decoded(bytes: Uint8Array, wrong: (byte: number) => string): string {
  return decodedPieces(bytes, wrong)
    .map(({ text }) => text)
    .join("");
}

interface Piece {
  readonly text: string;
  /** Whether it was encoded text. */
  readonly plain: boolean;
}

function decodedPieces(bytes: Uint8Array, wrong: (byte: number) => string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const flush = (end: number): void => {
    if (end > start) pieces.push({ text: decoder.decode(bytes.subarray(start, end)), plain: true });
  };
  for (let index = 0; index < bytes.length; ) {
    const length = characterLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    flush(index);
    pieces.push({ text: wrong(bytes[index] as number), plain: false });
    start = ++index;
  }
  flush(bytes.length);
  return pieces;
}

/** Bytes of the encoded character at `index`, or 0 when none is encoded there. */
function characterLength(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] as number;
  const length = lengthOf(lead);
  for (let offset = 1; offset < length; offset++) {
    const byte = bytes[index + offset] ?? 0;
    const [least, most] = offset === 1 ? secondRange(lead) : [0x80, 0xbf];
    if (byte < least || byte > most) return 0;
  }
  return length;
}

/** How long the encoding is that a byte begins; 0 for a byte that begins none. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** What may follow a lead byte: overlong forms, halves of pairs and numbers past the last character are not encodings. */
function secondRange(lead: number): readonly [least: number, most: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
