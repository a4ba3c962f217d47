/**
 * Floats as text.
 *
 * The plain form is the shortest that reads back as the same float, always with a point or an exponent so that it cannot
 * be taken for an int. Below 1e-4 and from 1e6 on it has an exponent.
 */

/** What `str` and `%g` print. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [digits = "0", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < EXPONENT_BELOW || exponent >= EXPONENT_FROM) {
    return `${digits}e${exponentOf(exponent)}`;
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

const EXPONENT_BELOW = -4;
const EXPONENT_FROM = 6;

function exponentOf(exponent: number): string {
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${exponent < 0 ? "-" : "+"}${size}`;
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return "nan";
  return value > 0 ? "+inf" : "-inf";
}

/** Why a float that is no number, or infinite, becomes no int. */
export function notFinite(value: number): string {
  return `cannot convert float ${Number.isNaN(value) ? "NaN" : "infinity"} to integer`;
}

const PRECISION = 6;

/** `%e`: one digit, six decimals, an exponent. */
export function exponentText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  const [digits = "0", exponent = "0"] = value.toExponential(PRECISION).split("e");
  const sign = Object.is(value, -0) ? "-" : "";
  return `${sign}${digits}e${exponentOf(Number(exponent))}`;
}

/** `%f`: six decimals, no exponent. */
export function fixedText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  // Beyond 1e21 toFixed would fall back to an exponent; such a float is an integer.
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}.${"0".repeat(PRECISION)}`;
  const sign = Object.is(value, -0) ? "-" : "";
  return `${sign}${value.toFixed(PRECISION)}`;
}
