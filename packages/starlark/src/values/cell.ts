import type { Value } from "./value.js";

/** The content of a variable that several functions see. */
export class Cell {
  value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}
