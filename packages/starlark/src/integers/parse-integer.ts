import type { Budget } from "../budget/budget.js";
import { type Integer, normalize } from "./integer.js";

const PREFIX_RADIX: ReadonlyMap<string, number> = new Map([
  ["0x", 16],
  ["0o", 8],
  ["0b", 2],
]);

/**
 * Reads an int from text in a base from 2 to 36; base 0 takes the base from the prefix. Undefined when the text is none.
 * The length is checked first: conversion is what costs.
 */
export function parseInteger(text: string, base: number, budget: Budget): Integer | undefined {
  const trimmed = text.toLowerCase();
  const signed = trimmed.startsWith("-") || trimmed.startsWith("+");
  const unsigned = signed ? trimmed.slice(1) : trimmed;
  const prefix = PREFIX_RADIX.get(unsigned.slice(0, 2));
  const prefixed = prefix !== undefined && (base === 0 || base === prefix);
  const radix = prefixed ? prefix : base === 0 ? 10 : base;
  const digits = prefixed ? unsigned.slice(2) : unsigned;
  if (!allDigits(digits, radix)) return undefined;
  if (base === 0 && !prefixed && /^0+[1-9]/.test(digits)) return undefined;
  const magnitude = convert(digits.replace(/^0+(?=.)/, ""), radix, budget);
  return normalize(trimmed.startsWith("-") ? -magnitude : magnitude);
}

function allDigits(text: string, radix: number): boolean {
  if (text === "") return false;
  for (let index = 0; index < text.length; index++) {
    const value = digitOf(text.charCodeAt(index));
    if (value < 0 || value >= radix) return false;
  }
  return true;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 10;
  return -1;
}

function convert(digits: string, radix: number, budget: Budget): bigint {
  const bitsAtLeast = Math.floor((digits.length - 1) * Math.log2(radix));
  budget.spendInteger(bitsAtLeast);
  if (radix === 10) return admitted(BigInt(digits), budget);
  let value = 0n;
  const factor = BigInt(radix);
  for (let index = 0; index < digits.length; index++) {
    value = value * factor + BigInt(digitOf(digits.charCodeAt(index)));
  }
  return admitted(value, budget);
}

function admitted(value: bigint, budget: Budget): bigint {
  const bitsMax = budget.limits.integerBits;
  if (value >> BigInt(bitsMax) !== 0n) budget.spendInteger(bitsMax + 1);
  return value;
}
