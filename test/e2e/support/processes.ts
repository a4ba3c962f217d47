/** Looking at files and processes that a command under way makes. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Waits until a file is there; the test's own time is the bound. */
export async function exists(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Whether a process runs; one that ended and was not collected yet does not. */
export function isAlive(pid: number): boolean {
  const state = existsSync("/proc/self/stat") ? linuxState(pid) : listedState(pid);
  return state !== "" && !state.startsWith("Z");
}

function linuxState(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  // The name in parentheses may hold anything; the state is the word after it.
  return existsSync(stat) ? (readFileSync(stat, "utf8").split(") ").at(-1) ?? "") : "";
}

function listedState(pid: number): string {
  const args = ["-o", "stat=", "-p", String(pid)];
  return spawnSync("ps", args, { encoding: "utf8" }).stdout.trim();
}
