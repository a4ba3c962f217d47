/**
 * Texts of a pack as the compiler reads them: UTF-8, without a byte-order mark, lines ended by LF.
 *
 * A checkout with CRLF line ends must give the same plan, digest and positions as one with LF, so sources, prompts,
 * templates and skills are normalised when they are read. A lone CR is kept: no checkout makes one.
 */

export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Decodes a file of a pack; `message` says what is wrong with its bytes. */
export function decodeText(bytes: Uint8Array): TextReading {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, text: normaliseSource(text) };
  } catch {
    return { ok: false, message: "is not UTF-8 text" };
  }
}

/** Drops a byte-order mark and turns CRLF into LF. */
export function normaliseSource(text: string): string {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  return body.replaceAll("\r\n", "\n");
}
