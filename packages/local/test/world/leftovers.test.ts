import { describe, expect, it } from "vitest";
import { runningWith, shell, until } from "../support/processes.js";
import { names, testPack } from "../support/worlds.js";

describe("attempts that a killed engine left running", () => {
  it("are ended before the workspace is used again, by any run", async () => {
    const pack = testPack();
    const first = await pack.open();
    // As after a kill of the engine: nobody ends this process, and it writes on.
    const script =
      "setsid sh -c 'while :; do date > left; sleep 0.01; done; : leftover-61500' & wait";
    const left = first.spawn(shell(script));
    await until(() => runningWith("leftover-61500") > 1);
    await first.close();
    const second = await pack.open({ run: "run-2", execution: "exec-2" });
    expect(runningWith("leftover-61500")).toBe(0);
    expect(names(second)).toEqual([]);
    await left.ended;
  });

  it("of another workspace are left alone", async () => {
    const one = await testPack().open();
    const running = one.spawn(shell("sleep 61501"));
    await until(() => runningWith("sleep\u000061501") > 0);
    await testPack().open();
    expect(runningWith("sleep\u000061501")).toBe(1);
    await running.kill();
  });
});
