/** How long a server asks to be left alone. */

/** Milliseconds from now that a `Retry-After` names, in seconds or as a date; `undefined` when it names none. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only the form that HTTP prescribes: the platform would read much else as a date.
  if (!/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/.test(text))
    return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
