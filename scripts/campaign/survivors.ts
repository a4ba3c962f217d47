/** Processes that still run and were started by an attempt of a run. */
import { readdirSync, readFileSync } from "node:fs";
import type { Begun } from "./subjects.js";

/** Descriptions of those that carry a marker of the run's workspace. */
export function survivorsOf(ledger: readonly Begun[]): readonly string[] {
  const prefixes = new Set(ledger.map(({ marker }) => marker.slice(0, marker.indexOf("/") + 1)));
  const found: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [environment, command] = [read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`)];
    const isLeft = environment
      .split("\0")
      .some((variable) =>
        [...prefixes].some((one) => variable.startsWith(`CRUCIBLE_ATTEMPT_ID=${one}`)),
      );
    if (isLeft) found.push(`process ${pid} is left: ${command.replaceAll("\0", " ").trim()}`);
  }
  return found;
}

/** Empty when the process has gone meanwhile or is somebody else's. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
