/** What is wrong with a document from outside, as data: a JSON pointer to the offender and a sentence without its value. */
import type { z } from "zod";

export interface WireProblem {
  /** JSON pointer from the document's root; empty for the document itself. */
  readonly path: string;
  readonly message: string;
}

/** A decoded document, or everything that keeps it from being one. */
export type Refused = { readonly ok: false; readonly problems: readonly WireProblem[] };

/** A hostile document may be wrong in a million places; the first ones are enough to see why. */
const PROBLEMS_MAX = 50;

export function refused(...problems: readonly WireProblem[]): Refused {
  return { ok: false, problems };
}

export function refusedBy(error: z.ZodError): Refused {
  return refused(
    ...error.issues.slice(0, PROBLEMS_MAX).map((issue) => ({
      path: pointer(issue.path),
      message: sentence(issue.message),
    })),
  );
}

function pointer(path: readonly PropertyKey[]): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** In our words where a field is not there at all, which a type cannot say as a person would. */
function sentence(message: string): string {
  if (message.endsWith(", received undefined")) return "is missing";
  return message.charAt(0).toLowerCase() + message.slice(1);
}
