/** A temporary folder a test, taken away after it whatever the modes inside are; and pipes, which the platform cannot make. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crucible-local-")));
  onTestFinished(() => {
    if (!existsSync(folder)) return;
    execFileSync("chmod", ["-R", "u+rwX", folder]);
    // Not the platform's own removal, which cannot reach folders deeper than a path can name.
    execFileSync("rm", ["-rf", folder]);
  });
  return folder;
}

/** Makes a named pipe, at which whoever opens it as a file waits for ever. */
export function makePipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
}
