import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Process, TurnOutcome, TurnRequest } from "@crucible/core";
import { commandHarness, scriptedHarness } from "@crucible/harness";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { start, until } from "../support/processes.js";

interface Turn {
  readonly folder: string;
  readonly outcome: Promise<TurnOutcome>;
  readonly spent: number[];
  /** Ends the turn as the engine does. */
  abort(): Promise<void>;
}

function take(
  harness: { run: ReturnType<typeof commandHarness>["run"] },
  change: Partial<TurnRequest> = {},
): Turn {
  const folder = temporaryFolder();
  const controller = new AbortController();
  const processes: Process[] = [];
  const spent: number[] = [];
  const outcome = harness.run(
    {
      attempt: "draft#1",
      task: "draft",
      prompt: "write a poem",
      model: null,
      effort: null,
      env: new Map([["PATH", process.env["PATH"] ?? ""]]),
      inputsJson: '{"a":1}',
      ...change,
    },
    {
      spawn: (request) => {
        const running = start(folder, request);
        processes.push(running);
        return running;
      },
      spent: (costNano) => spent.push(costNano),
      event: () => undefined,
      signal: controller.signal,
    },
  );
  return {
    folder,
    outcome,
    spent,
    abort: async () => {
      controller.abort();
      await Promise.all(processes.map((running) => running.kill()));
    },
  };
}

const runs = (command: string, change: Partial<TurnRequest> = {}): Turn =>
  take(commandHarness({ command }), change);

describe("the stand-in", () => {
  it("is given the prompt, the model, the effort and the inputs (HARNESS-002, HARNESS-004)", async () => {
    const command =
      'printf "%s|%s|%s|%s|%s" "$CRUCIBLE_PROMPT" "$(cat "$CRUCIBLE_PROMPT_FILE")" "$CRUCIBLE_MODEL" "$CRUCIBLE_EFFORT" "$(cat "$CRUCIBLE_INPUTS_FILE")"';
    const outcome = await runs(command, { model: "m", effort: "high" }).outcome;
    expect(outcome).toEqual({
      kind: "completed",
      text: 'write a poem|write a poem|m|high|{"a":1}',
      denials: [],
      costNano: 0,
      model: "m",
      survivors: [],
    });
  });

  it("has no variable for a model or an effort that nobody chose (HARNESS-006)", async () => {
    const outcome = await runs(`echo "\${CRUCIBLE_MODEL-unset} \${CRUCIBLE_EFFORT-unset}"`).outcome;
    expect(outcome).toMatchObject({ text: "unset unset" });
  });

  it.each([
    [65_536, "set"],
    [65_537, "unset"],
  ])("reads a prompt of %i bytes from the file, its variable %s", async (length, state) => {
    const command = `echo "\${CRUCIBLE_PROMPT:+set}" "$(wc -c < "$CRUCIBLE_PROMPT_FILE")"`;
    const env = new Map([
      ["PATH", process.env["PATH"] ?? ""],
      ["CRUCIBLE_PROMPT", "of another turn"],
    ]);
    const outcome = await runs(command, { prompt: "p".repeat(length), env }).outcome;
    expect(outcome).toMatchObject({ text: `${state === "set" ? "set " : ""}${length}` });
  });

  it("answers with its last line, in the workspace (HARNESS-003, HARNESS-007)", async () => {
    const turn = runs("echo thinking; pwd; echo");
    expect(await turn.outcome).toMatchObject({ kind: "completed", text: turn.folder });
  });

  it("fails by its own doing when it exits with an error (HARNESS-005)", async () => {
    const outcome = await runs('echo \'{"note": "why"}\'; echo oops >&2; exit 4').outcome;
    expect(outcome).toMatchObject({
      kind: "failed",
      exitCode: 4,
      note: "oops\n",
      text: '{"note": "why"}',
      costNano: 0,
    });
    expect(await runs("kill -SEGV $$").outcome).toMatchObject({ kind: "failed", exitCode: -1 });
  });

  it("cannot be had when it cannot be started (HARNESS-005, EXEC-061)", async () => {
    const outcome = await runs("true", { env: new Map([["PATH", "/nowhere"]]) }).outcome;
    expect(outcome).toMatchObject({ kind: "transport", retryable: true, costNano: 0 });
  });

  it("is charged what its usage file says, while it runs and when it fails (HARNESS-014)", async () => {
    const turn = runs(
      'echo \'{"cost_usd": 0.25}\' >> "$CRUCIBLE_USAGE_FILE"; while [ ! -e go ]; do sleep 0.02; done; printf \'{"cost_usd": 0.5}\' >> "$CRUCIBLE_USAGE_FILE"; exit 1',
    );
    await until(() => turn.spent.length > 0);
    expect(turn.spent).toEqual([250_000_000]);
    writeFileSync(join(turn.folder, "go"), "");
    expect(await turn.outcome).toMatchObject({ kind: "failed", costNano: 750_000_000 });
    expect(turn.spent.at(-1)).toBe(750_000_000);
  });

  it("is ended, its cost unknown, by a usage line that cannot be read", async () => {
    const turn = runs(
      'echo \'{"cost_usd": 0.25}\' >> "$CRUCIBLE_USAGE_FILE"; echo lots >> "$CRUCIBLE_USAGE_FILE"; sleep 60',
    );
    expect(await turn.outcome).toMatchObject({
      kind: "transport",
      cause: "agent",
      detail: 'the usage file line 2 is not {"cost_usd": <dollars>}',
      retryable: false,
      costNano: null,
    });
  });

  it("does not complete for nothing when its usage file is gone", async () => {
    expect(await runs('rm "$CRUCIBLE_USAGE_FILE"; echo ok').outcome).toMatchObject({
      kind: "transport",
      costNano: null,
    });
  });

  it("is aborted, and charged what it had reported, when the engine ends it", async () => {
    const turn = runs('echo \'{"cost_usd": 0.25}\' >> "$CRUCIBLE_USAGE_FILE"; touch on; sleep 60');
    await until(() => existsSync(join(turn.folder, "on")));
    await turn.abort();
    expect(await turn.outcome).toMatchObject({ kind: "aborted", costNano: 250_000_000 });
  });

  it("fails when its last line is longer than a result may be", async () => {
    const outcome = await runs("head -c 1100000 /dev/zero | tr '\\0' x").outcome;
    expect(outcome).toMatchObject({
      kind: "failed",
      note: "last stdout line is longer than 1048576 bytes",
    });
  });
});

describe("a scripted harness", () => {
  it("writes the files and the result it was told to, and charges what it was told", async () => {
    const harness = scriptedHarness({
      turn: ({ task }) => ({
        files: { "a/b.txt": `of ${task}` },
        result: { ok: true },
        text: "done",
        costUsd: 0.5,
      }),
    });
    const turn = take(harness, { model: "m" });
    expect(await turn.outcome).toEqual({
      kind: "completed",
      text: "done",
      denials: [],
      costNano: 500_000_000,
      model: "m",
      survivors: [],
    });
    expect(turn.spent).toEqual([500_000_000]);
    expect(readFileSync(join(turn.folder, "a/b.txt"), "utf8")).toBe("of draft");
    expect(readFileSync(join(turn.folder, "PLAN_TASK_RESULT.json"), "utf8")).toBe('{"ok":true}');
  });

  it("fails and cannot be had when it was told so", async () => {
    const failing = scriptedHarness({ turn: () => ({ failure: "gave up" }) });
    expect(await take(failing).outcome).toMatchObject({ kind: "failed", note: "gave up" });
    const away = scriptedHarness({ turn: async () => ({ transport: { detail: "down" } }) });
    expect(await take(away).outcome).toMatchObject({
      kind: "transport",
      cause: "provider",
      detail: "down",
      retryable: true,
    });
  });

  it("RUN-029: ends when it is told to while its script has not answered", async () => {
    const silent = scriptedHarness({ turn: () => new Promise(() => undefined) });
    const turn = take(silent);
    await turn.abort();
    expect(silent.interrupts).toBe(true);
    expect((await turn.outcome).kind).toBe("aborted");
  });

  it("says when a file cannot be written", async () => {
    const harness = scriptedHarness({ turn: () => ({ files: { "/proc/none/x": "" } }) });
    expect(await take(harness).outcome).toMatchObject({
      kind: "transport",
      detail: expect.stringContaining("/proc/none/x cannot be written"),
    });
  });
});
