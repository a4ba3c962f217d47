import { type Native, type NativeRun, native } from "../calls/native.js";

/** The methods of one type, by name. */
export type Methods<Receiver> = ReadonlyMap<string, Native<Receiver>>;

/** A table from signatures as text (see `signatureOf`) to what they do. */
export function methodTable<Receiver>(
  entries: readonly (readonly [signature: string, run: NativeRun<Receiver>])[],
): Methods<Receiver> {
  return new Map(
    entries.map(([text, run]) => {
      const method = native(text, run);
      return [method.signature.functionName, method];
    }),
  );
}
