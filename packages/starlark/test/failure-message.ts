import { Fault, StarlarkError } from "@crucible/starlark";

/** What the language's own error says that ends the work, or undefined when the work ends without one. */
export function failureMessage(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StarlarkError || error instanceof Fault) return error.message;
    throw error;
  }
}
