/** A parameter of anything that can be called. */
export interface SignatureParameter {
  readonly name: string;
  /** How an argument may reach it: by place only, by place or name, by name only. */
  readonly kind: "positional" | "any" | "named";
  /** Whether a call must give it. */
  readonly required: boolean;
}

/** What a callee takes. */
export interface Signature {
  /** The index of each parameter that a name can reach, when there are many; made when it is first asked for. */
  places: ReadonlyMap<string, number> | undefined;
  /** The callee's name, for messages. */
  readonly functionName: string;
  /** Parameters that take places come before those that are named only. */
  readonly parameters: readonly SignatureParameter[];
  /** How many parameters may be given by place. */
  readonly placeCount: number;
  /** How many of them must be given. */
  readonly placeRequired: number;
  /** Whether some named-only parameter must be given. */
  readonly namedRequired: boolean;
  /** Whether further places (`*rest`) and further names (`**rest`) are taken. */
  readonly takesRest: boolean;
  readonly takesNamedRest: boolean;
  /** Who made the callee; messages about their arguments differ a little. */
  readonly origin: SignatureOrigin;
}

export type SignatureOrigin = "source" | "built-in" | "host";

export function makeSignature(
  functionName: string,
  parameters: readonly SignatureParameter[],
  takesRest: boolean,
  takesNamedRest: boolean,
  origin: SignatureOrigin,
): Signature {
  let placeCount = 0;
  let placeRequired = 0;
  let namedRequired = false;
  for (const { kind, required } of parameters) {
    if (kind !== "named") placeCount++;
    if (!required) continue;
    if (kind === "named") namedRequired = true;
    else placeRequired++;
  }
  return {
    places: undefined,
    functionName,
    parameters,
    placeCount,
    placeRequired,
    namedRequired,
    takesRest,
    takesNamedRest,
    origin,
  };
}

/**
 * Reads a built-in's signature from text such as `sorted(iterable, /, *, key?, reverse?)`.
 *
 * A `?` marks what may be left out; what stands before `/` goes by place only, what stands after `*` by name only;
 * `*rest` and `**rest` take what is left.
 */
export function signatureOf(text: string): Signature {
  const open = text.indexOf("(");
  const words = text
    .slice(open + 1, text.lastIndexOf(")"))
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const slash = words.indexOf("/");
  const star = words.findIndex((word) => word.startsWith("*") && !word.startsWith("**"));
  const parameters = words.flatMap((word, index): SignatureParameter[] => {
    if (word === "/" || word.startsWith("*")) return [];
    const kind = index < slash ? "positional" : star >= 0 && index > star ? "named" : "any";
    return [{ name: word.replace("?", ""), kind, required: !word.endsWith("?") }];
  });
  const takesRest = star >= 0 && words[star] !== "*";
  return makeSignature(
    text.slice(0, open),
    parameters,
    takesRest,
    words.some((word) => word.startsWith("**")),
    "built-in",
  );
}
