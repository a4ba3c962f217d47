/** A temporary folder a test, taken away after it whatever the modes inside are. */
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
