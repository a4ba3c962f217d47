/** Identities of runs and executions: they sort by time, can be read aloud, and are safe as the name of a folder. */
import { randomInt } from "node:crypto";

/** Letters and digits that are not mistaken for one another. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
const SUFFIX_LENGTH = 6;

/** `run-20260131-094500-k3f9xq`: UTC time to the second and a random end. */
export function newRunId(wallMs: number): string {
  return `run-${stampOf(wallMs)}-${randomEnd()}`;
}

/** `exec-20260131-094500-k3f9xq`. */
export function newExecutionId(wallMs: number): string {
  return `exec-${stampOf(wallMs)}-${randomEnd()}`;
}

function stampOf(wallMs: number): string {
  const [date = "", time = ""] = new Date(wallMs).toISOString().split("T");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}

function randomEnd(): string {
  let end = "";
  for (let index = 0; index < SUFFIX_LENGTH; index++) end += ALPHABET[randomInt(ALPHABET.length)];
  return end;
}
