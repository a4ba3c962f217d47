/**
 * `multipleOf` by the decimal numbers that were written: 0.3 is a multiple of 0.1, and 1e21 of 1, whatever their nearest
 * doubles divide to.
 */

/** `step` is above zero. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [digits, exponent] = decimalOf(value);
  const [stepDigits, stepExponent] = decimalOf(step);
  const shared = Math.min(exponent, stepExponent);
  const scaled = digits * 10n ** BigInt(exponent - shared);
  return scaled % (stepDigits * 10n ** BigInt(stepExponent - shared)) === 0n;
}

/** The number as a whole number times a power of ten, by the shortest text that reads back as it. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length];
}
