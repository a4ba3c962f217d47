/** An immutable sequence of bytes. */
export class StarlarkBytes {
  /** Never changed after construction; whoever makes the value gives the array away. */
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** What `b.elems()` gives: the bytes as ints, one after another, without a list of them. */
export class BytesElements {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}
