/** Every hostile source, by what it attacks. */
import { mutation, removals, tables } from "./containers.js";
import type { Hazard } from "./hazard.js";
import { nesting, values } from "./nesting.js";
import { integers, searches, strings, texts } from "./texts.js";
import { calls, work } from "./work.js";

export const HAZARDS: readonly Hazard[] = [
  ...nesting,
  ...values,
  ...strings,
  ...searches,
  ...integers,
  ...work,
  ...calls,
  ...tables,
  ...removals,
  ...mutation,
  ...texts,
];
