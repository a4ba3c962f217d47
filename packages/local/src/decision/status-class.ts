/** What an HTTP status of a decision server means for the attempt that asked. */

export type StatusClass =
  | { readonly kind: "decided" }
  /** The server read the questions and does not take them: asking again gives the same. */
  | { readonly kind: "refused"; readonly problem: string }
  /** Nobody decided: a matter of transport. */
  | { readonly kind: "transport"; readonly problem: string; readonly retryable: boolean };

/** Statuses that pass by themselves, besides those from 500 on. */
const PASSING: readonly number[] = [408, 425, 429];
/** Statuses from 500 on that stay. */
const LASTING: readonly number[] = [501, 505];

/** `keyVariable` names the variable of the credential that was sent, if one was. */
export function classOf(status: number, keyVariable: string | undefined): StatusClass {
  if (status >= 200 && status < 300) return { kind: "decided" };
  if (status < 400) {
    const problem = `it answers with a redirect (${status}), and none is followed; bind the address itself`;
    return { kind: "transport", problem, retryable: false };
  }
  if (PASSING.includes(status) || (status >= 500 && !LASTING.includes(status))) {
    return { kind: "transport", problem: `it answers with status ${status}`, retryable: true };
  }
  switch (status) {
    case 401:
    case 402:
    case 403: {
      const credential =
        keyVariable === undefined
          ? "no credential, since no key_env is bound"
          : `the credential that ${keyVariable} holds`;
      const problem = `it answers with status ${status} to ${credential}`;
      return { kind: "transport", problem, retryable: false };
    }
    case 404:
    case 405:
    case 410:
    case 501:
    case 505: {
      const problem = `it answers no decisions at that address (status ${status})`;
      return { kind: "transport", problem, retryable: false };
    }
    default:
      return { kind: "refused", problem: `refuses the questions with status ${status}` };
  }
}
