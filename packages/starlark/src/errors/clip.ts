const CLIP_LENGTH = 60;

/** A name or a piece of source as a message may show it: a hostile source can hold a name of any length. */
export function clip(text: string): string {
  if (text.length <= CLIP_LENGTH) return text;
  const end = text.charCodeAt(CLIP_LENGTH - 1) >>> 10 === 0x36 ? CLIP_LENGTH - 1 : CLIP_LENGTH;
  return `${text.slice(0, end)}...`;
}
