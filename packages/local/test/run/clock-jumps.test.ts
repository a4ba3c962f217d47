/** A wall clock that is set forth and back under a run: deadlines, elapsed time and ceilings go by the steady one. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, readManifest } from "@crucible/compiler";
import type { Clock, LogLine } from "@crucible/core";
import { createEngine, type Engine } from "@crucible/executor";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/clock/system-clock.js";
import { newExecutionId, newRunId } from "../../src/identity/run-id.js";
import { readPack } from "../../src/pack/read-pack.js";
import { localHost } from "../../src/run/local-host.js";
import { fileStore } from "../../src/store/file-store.js";
import { gitWorld } from "../../src/world/git-world.js";
import { MANIFEST, packFolder } from "../support/packs.js";
import { until } from "../support/processes.js";

vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 3_600_000;

/** A clock that people set: by so many milliseconds, now. */
class SetClock implements Clock {
  readonly #steady = systemClock();
  offsetMs = 0;

  wallMs(): number {
    return this.#steady.wallMs() + this.offsetMs;
  }

  monotonicMs(): number {
    return this.#steady.monotonicMs();
  }

  at(monotonicMs: number, callback: () => void): ReturnType<Clock["at"]> {
    return this.#steady.at(monotonicMs, callback);
  }
}

/** `b` and `c` wait until they are told to go on, and have a minute for it. */
const WORKFLOW = `
a = command(name = "a", run = "echo '{}'")
b = command(name = "b", run = "touch ../up-b; until [ -e ../go-b ]; do sleep 0.05; done", depends_on = [a], timeout = "60s")
c = command(name = "c", run = "touch ../up-c; until [ -e ../go-c ]; do sleep 0.05; done", depends_on = [b], timeout = "60s")
workflow(type = "playbook", tasks = [a, b, c])
`;

describe("a wall clock that is set while a run is under way", () => {
  it("fires no deadline, costs no time and gives none back, over a resume too (CEIL-030, RESUME-012, RESUME-013)", async () => {
    const folder = packFolder(WORKFLOW);
    const clock = new SetClock();
    const engine = (): Engine =>
      createEngine({
        store: fileStore(join(folder, "state")),
        world: gitWorld({ packFolder: folder }),
        clock,
        harnesses: {},
        ids: {
          run: () => newRunId(clock.wallMs()),
          execution: () => newExecutionId(clock.wallMs()),
        },
        environment: process.env,
      });
    const reading = readManifest(MANIFEST);
    if (!reading.ok) throw new Error("the test's manifest cannot be read");
    const pack = await readPack(folder);
    const options = localHost({ packFolder: folder, manifest: reading.manifest }).runOptions(pack);
    const launch = { maxCostUsd: 1, maxTimeMs: 90_000 };
    const run = await engine().start(compile(pack), launch, options);
    const up = (name: string): Promise<void> => until(() => existsSync(join(folder, name)));
    await up("up-b");
    clock.offsetMs = 2 * HOUR_MS;
    writeFileSync(join(folder, "go-b"), "");
    await up("up-c");
    clock.offsetMs = -2 * HOUR_MS;
    await run.halt();
    await run.result();
    clock.offsetMs = 5 * HOUR_MS;
    const resumed = await engine().resume(run.id);
    clock.offsetMs = -5 * HOUR_MS;
    writeFileSync(join(folder, "go-c"), "");
    const result = await resumed.result();
    expect(result.verdict).toBe("valid");
    expect(result.tasks.map(({ name, status }) => [name, status])).toEqual([
      ["a", "pass"],
      ["b", "pass"],
      ["c", "pass"],
    ]);
    const lines: LogLine[] = [];
    for await (const line of resumed.log({ from: 0 })) lines.push(line);
    const times = lines.map(({ ms }) => ms);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    // What the clock on the wall said is in the log, backwards too; no hour of it was counted.
    const walls = lines.map(({ ts }) => Date.parse(ts));
    expect(Math.max(...walls) - Math.min(...walls)).toBeGreaterThan(6 * HOUR_MS);
    expect(times.at(-1)).toBeLessThan(HOUR_MS);
    for (const line of lines) {
      if (line.kind !== "task_result") continue;
      expect(line.secs).toBeGreaterThanOrEqual(0);
      expect(line.secs).toBeLessThan(HOUR_MS / 1_000);
    }
  });
});
