import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { type OwnerIdentity, processOwners } from "../../src/identity/owner.js";
import { parseStat } from "../../src/process/proc-table.js";
import { until } from "../support/processes.js";

function sleeping(): { child: ChildProcess; owner: OwnerIdentity } {
  const child = spawn("sleep", ["60"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const pid = child.pid ?? 0;
  const started = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))?.started ?? "";
  return { child, owner: { ...processOwners().self(), pid, started } };
}

describe("an owner", () => {
  it("is alive while its process runs, also when that is stopped", async () => {
    const { child, owner } = sleeping();
    expect(processOwners().stateOf(owner)).toBe("alive");
    expect(processOwners().isStopped(owner)).toBe(false);
    child.kill("SIGSTOP");
    await until(() => / T /.test(readFileSync(`/proc/${child.pid}/stat`, "utf8")));
    expect(processOwners().stateOf(owner)).toBe("alive");
    expect(processOwners().isStopped(owner)).toBe(true);
  });

  it("is dead once its process is", async () => {
    const { child, owner } = sleeping();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(processOwners().stateOf(owner)).toBe("dead");
  });

  it("is dead when its number was given to another process", () => {
    const { owner } = sleeping();
    expect(processOwners().stateOf({ ...owner, started: "1" })).toBe("dead");
  });

  it.each<[string, Partial<OwnerIdentity>, string]>([
    ["of an earlier boot of this system", { boot: "earlier" }, "dead"],
    ["in another process namespace", { namespace: "pid:[1]" }, "unknown"],
    ["on another host", { host: "elsewhere" }, "unknown"],
    ["on another system of this name", { machine: "other", boot: "other" }, "unknown"],
  ])("%s is judged as such", (_what, change, state) => {
    expect(processOwners().stateOf({ ...processOwners().self(), ...change })).toBe(state);
  });

  it("recognises itself", () => {
    expect(processOwners().stateOf(processOwners().self())).toBe("alive");
  });
});
