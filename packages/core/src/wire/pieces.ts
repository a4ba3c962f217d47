/** The small schemas that plans, log lines and headers share. */
import { z } from "zod";
import { compareText } from "../diagnostics/compare-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";

/** Text without lone surrogates, which no digest could hold. */
export const text: z.ZodType<string> = z
  .string()
  .refine((value) => value.isWellFormed(), "holds a lone surrogate");

export const texts: z.ZodType<readonly string[]> = z.array(text);

/** JSON text may say -0, which no canonical text can hold; adding zero makes it the 0 that it equals. */
const withoutMinusZero = (value: number): number => value + 0;

/** A finite number. */
export const finite: z.ZodType<number> = z.number().overwrite(withoutMinusZero);

export const whole: z.ZodType<number> = z.int().overwrite(withoutMinusZero);

/** A whole number from 0 up. */
export const count: z.ZodType<number> = z.int().nonnegative().overwrite(withoutMinusZero);

/** An amount, a time or a size: finite and not negative. */
export const amount: z.ZodType<number> = z.number().nonnegative().overwrite(withoutMinusZero);

/** `sha256:` and 64 hexadecimal digits. */
export const digest: z.ZodType<string> = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "is not a sha256 digest");

/** Any JSON object, taken as it is. */
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJsonObject(value as JsonValue),
  "must be an object",
);

/** Any JSON value, taken as it is. Texts from outside hold nothing else once they are parsed. */
export const jsonValue: z.ZodType<JsonValue> = z.custom<JsonValue>(
  (value) => value !== undefined,
  "is missing",
);

/** A table from names to items, read as entries, so that no name meets what objects inherit. */
export function table<Item>(
  item: z.ZodType<Item>,
): z.ZodType<readonly (readonly [string, Item])[], JsonObject> {
  return jsonObject.transform((object, context) => {
    const entries: (readonly [string, Item])[] = [];
    for (const [name, value] of Object.entries(object)) {
      const reading = item.safeParse(value);
      if (reading.success && name.isWellFormed()) entries.push([name, reading.data]);
      else if (reading.success) context.addIssue({ code: "custom", message: "has a broken key" });
      else {
        for (const issue of reading.error.issues) {
          context.addIssue({ code: "custom", message: issue.message, path: [name, ...issue.path] });
        }
      }
    }
    return entries;
  }) as z.ZodType<readonly (readonly [string, Item])[], JsonObject>;
}

/** Sorted by name, in the order of code points; the names are distinct. */
export function byName<Item>(
  entries: readonly (readonly [string, Item])[],
): readonly (readonly [string, Item])[] {
  return [...entries].sort(([a], [b]) => compareText(a, b));
}

/** An object with the key when there is a value, and without it when there is none. */
export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}
