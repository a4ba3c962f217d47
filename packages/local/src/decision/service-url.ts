/** Addresses of services: what one may look like, and what of it may be shown. */

const URL_CHARACTERS_MAX = 512;

/** What is wrong with an address, or `undefined`. The address is not repeated: it could hold a credential. */
export function urlProblem(text: string): string | undefined {
  if (text.length > URL_CHARACTERS_MAX) return `has more than ${URL_CHARACTERS_MAX} characters`;
  if (/[\s\p{Cc}]/u.test(text)) return "holds a space or a control character";
  // A parser would read `http:/host` and `http:host` as well; whoever writes so means something else.
  if (!/^https?:\/\//i.test(text)) return "must be an absolute http or https address";
  if (/^https?:\/\/[/?#:]/i.test(text)) return "names no host";
  if (!URL.canParse(text)) return "is not an address";
  const { username, password } = new URL(text);
  if (username !== "" || password !== "" || authorityOf(text).includes("@")) {
    return "carries a credential; name the variable that holds it by key_env";
  }
  return text.includes("#") ? "has a part behind #, which no server sees" : undefined;
}

function authorityOf(text: string): string {
  return text.split(/[/?#]/, 3)[2] ?? "";
}

/** The address without its query, which may hold what is not for logs. */
export function shownUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}
