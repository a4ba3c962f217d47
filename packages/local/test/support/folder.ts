/** A temporary folder a test, taken away after it whatever the modes inside are. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crucible-local-")));
  onTestFinished(() => {
    if (!existsSync(folder)) return;
    execFileSync("chmod", ["-R", "u+rwX", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
