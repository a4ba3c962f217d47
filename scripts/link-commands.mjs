/**
 * Puts the commands of this repository's packages where `npx` looks for them. npm links a command when it installs, and
 * leaves out one whose file is not built yet; so a build does it again. On Windows a link is not enough, and nothing is done.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { readJson, rootFolder } from "./workspace.mjs";

export function linkCommands() {
  if (process.platform === "win32") return;
  const folder = join(rootFolder, "node_modules/.bin");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(rootFolder, "packages"))) {
    const manifest = join("packages", name, "package.json");
    if (!existsSync(join(rootFolder, manifest))) continue;
    for (const [command, path] of Object.entries(readJson(manifest).bin ?? {})) {
      const target = join(rootFolder, "packages", name, String(path));
      chmodSync(target, 0o755);
      rmSync(join(folder, command), { force: true });
      symlinkSync(relative(folder, target), join(folder, command));
    }
  }
}
