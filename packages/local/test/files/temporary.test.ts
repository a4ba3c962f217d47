import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dropAbandoned, isTemporary, temporaryName } from "../../src/files/temporary.js";
import { parseStat } from "../../src/process/proc-table.js";
import { temporaryFolder } from "../support/folder.js";

/** The name that another process would give. */
function nameBy({ pid = 0 }: ChildProcess, path: string): string {
  const { started = "" } = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? {};
  const [, own = ""] = /-(\d+-\d+)-[0-9a-f]+\.tmp$/.exec(temporaryName(path)) ?? [];
  return temporaryName(path).replace(`-${own}-`, `-${pid}-${started}-`);
}

function sleeping(): ChildProcess {
  const child = spawn("sleep", ["60"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("a temporary name", () => {
  it("is told from others, and no two are the same", () => {
    const names = Array.from({ length: 100 }, () => temporaryName("a"));
    expect(new Set(names).size).toBe(100);
    expect(names.every(isTemporary)).toBe(true);
    expect(isTemporary("session.jsonl")).toBe(false);
  });
});

describe("what was being written", () => {
  it("is taken away once its writer is certainly gone, and no sooner", async () => {
    const folder = temporaryFolder();
    const [living, stopped, killed] = [sleeping(), sleeping(), sleeping()];
    stopped.kill("SIGSTOP");
    const abandoned = nameBy(killed, join(folder, "log"));
    const machine = /\.([0-9a-f]{8})-/.exec(abandoned)?.[1] ?? "";
    const kept = [
      temporaryName(join(folder, "own")),
      nameBy(living, join(folder, "of-a-living")),
      nameBy(stopped, join(folder, "of-a-stopped")),
      abandoned.replace(`.${machine}-`, ".00000000-"),
      join(folder, "somebody-else.tmp"),
      join(folder, "log"),
    ];
    // Another boot of this machine, whatever its process numbers mean now.
    const [, boot = ""] = /\.[0-9a-f]{8}-([0-9a-f]{8})-/.exec(kept[0] ?? "") ?? [];
    const earlier = (kept[0] ?? "").replace(`-${boot}-`, "-00000000-");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    for (const path of [...kept, abandoned, earlier]) writeFileSync(path, "half");
    const [tree] = [`${abandoned}`.replace("log.", "tree.")];
    mkdirSync(join(tree, "deep"), { recursive: true });
    await dropAbandoned(folder);
    expect(readdirSync(folder).sort()).toEqual(kept.map((path) => basename(path)).sort());
    await dropAbandoned(join(folder, "nowhere"));
  });
});
