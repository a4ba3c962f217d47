/** A float: an IEEE double in a box, since a bare JavaScript number stands for an int. */
export class StarlarkFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}
