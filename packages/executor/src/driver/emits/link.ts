/** What a `link` field may hold: an absolute web address that a person can follow safely. */
import type { JsonValue } from "@crucible/core";

const LINK_CHARACTERS_MAX = 2_048;

/** Why a value is no link, in words that do not repeat it; `undefined` when it is one. */
export function linkProblem(value: JsonValue): string | undefined {
  if (typeof value !== "string") return "it is not a string";
  if (value.length > LINK_CHARACTERS_MAX) return tooLong();
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return "it is not an absolute URL";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return "it is neither http nor https";
  if (url.hostname === "") return "it names no host";
  if (url.username !== "" || url.password !== "") return "it carries credentials";
  return url.href.length > LINK_CHARACTERS_MAX ? tooLong() : undefined;
}

function tooLong(): string {
  return `it is longer than ${LINK_CHARACTERS_MAX} characters`;
}
