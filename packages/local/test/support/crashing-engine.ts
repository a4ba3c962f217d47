/**
 * An engine that is killed at one place: a program of its own, started by the tests of crashes. Its arguments are the
 * pack's folder and the place, `<call>:<before|after>`, which counts from the moment that task `b` has started.
 */
import { compile, readManifest } from "@crucible/compiler";
import type { Claim, Process, SpawnRequest, Store, Workspace, World } from "@crucible/core";
import { createEngine } from "@crucible/executor";
import { commandHarness } from "@crucible/harness";
import { systemClock } from "../../src/clock/system-clock.js";
import { newExecutionId, newRunId } from "../../src/identity/run-id.js";
import { readPack } from "../../src/pack/read-pack.js";
import { localHost } from "../../src/run/local-host.js";
import { fileStore } from "../../src/store/file-store.js";
import { gitWorld } from "../../src/world/git-world.js";
import { LAUNCH, MANIFEST } from "./packs.js";

const [, , packFolder = "", place = ""] = process.argv;
let armed = false;

function passing(here: string): void {
  if (armed && here === place) process.kill(process.pid, "SIGKILL");
}

/** The same object, watched: `around` may replace what a call gives. */
function watched<T extends object>(
  target: T,
  around: (call: string, args: readonly unknown[], result: unknown) => unknown,
  isWatched: (call: string, args: readonly unknown[]) => boolean = () => true,
): T {
  // Over an object of its own, since frozen ports cannot be stood in for.
  return new Proxy({} as T, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const counts = isWatched(String(name), args);
        if (counts) passing(`${String(name)}:before`);
        const result: unknown = value.apply(target, args);
        const after = (given: unknown): unknown => {
          if (counts) passing(`${String(name)}:after`);
          return around(String(name), args, given);
        };
        return result instanceof Promise ? result.then(after) : after(result);
      };
    },
  });
}

function watchedWorkspace(workspace: Workspace): Workspace {
  return watched(workspace, (call, args, result) => {
    if (call === "fork") return watchedWorkspace(result as Workspace);
    if (call !== "spawn") return result;
    const request = args[0] as SpawnRequest;
    if (request.env.get("CRUCIBLE_TASK") === "b") armed = true;
    return watchedProcess(result as Process);
  });
}

function watchedProcess(running: Process): Process {
  const ended = running.ended.then((end) => {
    passing("ended:after");
    return end;
  });
  return {
    ended,
    kill: async () => await running.kill(),
    stdout: async (from, bytesMax) => await running.stdout(from, bytesMax),
    feedback: async (variable, from) => await running.feedback(variable, from),
  };
}

const world: World = watched(gitWorld({ packFolder }), (call, _args, result) =>
  call === "open" ? watchedWorkspace(result as Workspace) : result,
);

/** Appends count only when they hold the row of `b`. */
function watchedClaim(claim: Claim): Claim {
  return watched(
    claim,
    (_call, _args, result) => result,
    (call, args) => call !== "append" || JSON.stringify(args).includes('"kind":"task_result"'),
  );
}

const files = fileStore(`${packFolder}/state`);
const blobs = watched(files.blobs, (_call, _args, result) => result);
const watchedFiles = watched(files, (call, _args, result) =>
  call === "create" ? watchedClaim(result as Claim) : result,
);
const store: Store = new Proxy(watchedFiles, {
  get: (target, name) => (name === "blobs" ? blobs : Reflect.get(target, name)),
});

const reading = readManifest(MANIFEST);
if (!reading.ok) throw new Error("the test's manifest cannot be read");
const clock = systemClock();
const pack = await readPack(packFolder);
const engine = createEngine({
  store,
  world,
  clock,
  harnesses: { command: commandHarness({ command: "sh tools/agent.sh", name: "command" }) },
  ids: { run: () => newRunId(clock.wallMs()), execution: () => newExecutionId(clock.wallMs()) },
  environment: process.env,
});
const options = localHost({ packFolder, manifest: reading.manifest }).runOptions(pack);
const run = await engine.start(compile(pack), LAUNCH, options);
await run.result();
