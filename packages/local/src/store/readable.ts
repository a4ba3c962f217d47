/** Tells a record that cannot be read, which concerns its own run alone, from everything else that can go wrong. */
import { LogDamaged } from "@crucible/core";
import type { WireProblem } from "@crucible/core/wire";
import { errorCode } from "../files/error-code.js";
import { NotARecord } from "../files/read-record.js";

/** What a file system says when something else stands in a record's place, or nothing, or it may not be looked at. */
const UNREADABLE: readonly string[] = [
  "EACCES",
  "EIO",
  "EISDIR",
  "ELOOP",
  "ENOTDIR",
  "ENXIO",
  "EPERM",
];

/** Reads a file that is there from the moment that its execution is; whoever took it away took what happened. */
export async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotARecord) throw new LogDamaged(error.message, { cause: error });
    const code = errorCode(error);
    if (code === "ENOENT") throw new LogDamaged(`${path} is gone`, { cause: error });
    if (!UNREADABLE.includes(code) || !(error instanceof Error)) throw error;
    throw new LogDamaged(`${path} cannot be read: ${error.message}`, { cause: error });
  }
}

/** Why a record that could be looked at says nothing, in words that follow its name. */
export function firstProblem([problem]: readonly WireProblem[]): string {
  if (problem === undefined) return "it is broken";
  return problem.path === "" ? `it ${problem.message}` : `${problem.path}: ${problem.message}`;
}
