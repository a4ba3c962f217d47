/** Owners that died, live or cannot be looked at, as the command meets them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "./support/build.js";
import { crucible, removeFolders, start } from "./support/command.js";
import { CEILINGS, packOfTasks } from "./support/packs.js";
import { exists } from "./support/processes.js";

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

/** `a` waits for a file beside the workspace. */
function pack(): string {
  return packOfTasks(
    'command(name = "a", run = "echo a >>../ran; until [ -e ../go ]; do sleep 0.05; done")',
  );
}

/** A run whose engine was killed while `a` waited. */
async function killed(): Promise<string> {
  const folder = pack();
  const running = start(["plan", "run", ...CEILINGS], folder);
  await exists(join(folder, "ran"));
  running.signal("SIGKILL");
  await running.ended;
  writeFileSync(join(folder, "go"), "");
  return folder;
}

/** Moves every owner that is recorded below the state folder to another host. */
function moveOwners(folder: string): number {
  const records = readdirSync(join(folder, "state"), { recursive: true, encoding: "utf8" }).filter(
    (path) => /(^|\/)\d{8}\.json$/.test(path),
  );
  for (const path of records) {
    const file = join(folder, "state", path);
    const record = JSON.parse(readFileSync(file, "utf8"));
    record.owner.host = "another-host";
    writeFileSync(file, JSON.stringify(record));
  }
  return records.length;
}

describe("an owner on another host", () => {
  it("is named, and followed only on the operator's word", async () => {
    const folder = await killed();
    // The execution, the workspace in the store, and the workspace beside its folder.
    expect(moveOwners(folder)).toBe(3);
    for (const args of [
      ["run", "resume"],
      ["plan", "run", "--resume"],
    ]) {
      const refused = await crucible(args, folder);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/owned by process \d+ on another-host .*--take-over/);
    }
    expect((await crucible(["run", "resume", "--take-over"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\na\n");
  });

  it("holds a workspace against other runs too", async () => {
    const folder = await killed();
    moveOwners(folder);
    const refused = await crucible(["plan", "run", ...CEILINGS], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/live in this workspace, .*another-host .*--take-over/);
    const { code } = await crucible(["plan", "run", ...CEILINGS, "--take-over"], folder);
    expect(code).toBe(0);
  });
});

describe("an owner that lives", () => {
  it("is not displaced by --take-over", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    await exists(join(folder, "ran"));
    const refused = await crucible(["run", "resume", "--take-over"], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`owned by process ${running.pid}; `);
    writeFileSync(join(folder, "go"), "");
    expect((await running.ended).code).toBe(0);
  });
});

describe("two that resume at the same instant", () => {
  it("run it once: one does, the other is told who owns it or that it is over", async () => {
    const folder = await killed();
    const both = await Promise.all([
      crucible(["run", "resume"], folder),
      crucible(["run", "resume"], folder),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const loser = both.find(({ code }) => code === 1);
    expect(loser?.stderr).toMatch(/owned by process \d+|is over \(succeeded\)/);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\na\n");
  });
});
