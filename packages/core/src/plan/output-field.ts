/** A field of another task's output, as `producer.field`. */
export interface OutputField {
  readonly task: string;
  readonly field: string;
}
