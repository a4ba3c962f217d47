/** The middle one of the values, the upper one of the two when they are even in number. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
