import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogLine, Workspace } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { undeclaredChanges } from "../../src/world/undeclared.js";
import { temporaryFolder } from "../support/folder.js";
import { line } from "../support/stores.js";
import { fail, injecting, pass, testPack } from "../support/worlds.js";

function entries(...made: readonly object[]): readonly LogLine[] {
  return made.map((one, seq) => line(seq, one as Partial<LogLine>));
}

const row = (task: string, commit: string | undefined, ...paths: readonly string[]): object => ({
  kind: "task_result",
  task,
  ...(commit === undefined ? {} : { commit }),
  files: paths.map((path) => ({ path })),
});
const admitted = ({ base }: Workspace): object => ({ kind: "plan_admitted", base });

describe("what an interruption loses", () => {
  it("are the changes of passing tasks that nobody declared, those of failed and isolated ones left out", async () => {
    const pack = testPack({ "given.txt": "given\n", "gone.txt": "gone\n" });
    const workspace = await pack.open({ settings: injecting("given.txt", "gone.txt") });
    const state = join(pack.folder, "state");
    const first = await pass(workspace, "echo 1 > kept; echo 1 > lost; echo 1 > 'l\u00f6st too'");
    await fail(workspace, "echo 1 > failed");
    const second = await pass(workspace, "echo 2 > lost; echo 2 > passing; rm -f passing");
    const fork = await workspace.fork("r#1");
    const apart = await pass(fork, "echo 1 > isolated");
    const log = entries(
      admitted(workspace),
      { kind: "attempt_started", task: "a", isolated: false },
      row("a", first, "kept"),
      row("b", second),
      { kind: "attempt_started", task: "r", isolated: true },
      row("r", apart),
      row("c", undefined),
    );
    expect(await undeclaredChanges(state, log)).toEqual(["lost", "l\u00f6st too"]);
    // Before an earlier interruption there is nothing left to lose.
    const resumed = [...log, ...entries({ kind: "recovery" })];
    expect(await undeclaredChanges(state, resumed)).toEqual([]);
    expect(await undeclaredChanges(state, [])).toEqual([]);
    await fork.close();
  });

  it("is not known where the git memory is gone, which stops nobody", async () => {
    const log = entries({ kind: "plan_admitted", base: "0".repeat(40) }, row("a", "1".repeat(40)));
    const state = temporaryFolder();
    expect(await undeclaredChanges(state, log)).toEqual([]);
    writeFileSync(join(state, "memory.git"), "in the way");
    expect(await undeclaredChanges(state, log)).toEqual([]);
  });
});
