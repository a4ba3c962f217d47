const CHUNK = 4096;

/** Each byte as the character of its number. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const chunk = bytes.subarray(start, start + CHUNK);
    text += Reflect.apply(String.fromCharCode, undefined, chunk);
  }
  return text;
}
