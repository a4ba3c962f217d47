/**
 * The adapters over programs that behave as agents should not, each a real process: output that is cut, endless or missing,
 * ends that never come, children that hold on.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Harness, HarnessEvent, TurnOutcome, TurnRequest } from "@crucible/core";
import { claudeHarness, codexHarness, type TurnLimits } from "@crucible/harness";
import { harnessContract } from "@crucible/testing";
import { describe, expect, it, vi } from "vitest";
import { Homes } from "../../src/process/homes.js";
import { type LocalProcess, spawnProcess } from "../../src/process/spawn.js";
import { temporaryFolder } from "../support/folder.js";
import { runningWith, until } from "../support/processes.js";

vi.setConfig({ testTimeout: 60_000 });

harnessContract({ describe, it, expect }, async () => claudeHarness());
harnessContract({ describe, it, expect }, async () => codexHarness());

const INIT = '{"type":"system","subtype":"init","session_id":"s1","model":"claude-sonnet-4-5"}';
const DONE =
  '{"type":"result","subtype":"success","is_error":false,"result":"fertig","session_id":"s1","total_cost_usd":0.25}';

/** Lines of a script that say these lines. */
const say = (...lines: readonly string[]): string =>
  lines.map((line) => `printf '%s\\n' '${line}'`).join("\n");

/** A program that reads its prompt and then does this; asked for its version it tells one. */
function program(script: string): string {
  const path = join(temporaryFolder(), "agent");
  const text = `#!/bin/sh
if [ "$1" = --version ]; then echo "9.9.9 (Fake)"; exit 0; fi
cat > /dev/null
${script}
`;
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

interface Turn {
  readonly outcome: Promise<TurnOutcome>;
  readonly events: readonly HarnessEvent[];
  readonly spent: readonly number[];
  readonly folder: string;
  abort(): Promise<void>;
  /** As the workspace does once the attempt is settled. */
  release(): void;
}

function take(
  harness: Harness,
  change: Partial<TurnRequest> = {},
  folder: string = temporaryFolder(),
): Turn {
  const workspace = join(folder, "workspace");
  mkdirSync(workspace, { recursive: true });
  const events: HarnessEvent[] = [];
  const spent: number[] = [];
  const controller = new AbortController();
  const running: LocalProcess[] = [];
  const request: TurnRequest = {
    attempt: "task#1",
    task: "task",
    prompt: "Tu es.",
    model: null,
    effort: null,
    env: new Map([["PATH", process.env["PATH"] ?? ""]]),
    inputsJson: "{}",
    ...change,
  };
  const before = readdirSync(folder).length;
  const outcome = harness.run(request, {
    spawn: (spawned) => {
      const name = `process-${before}-${running.length}`;
      const place = { workspace, privateFolder: join(folder, name), secrets: [] };
      const marker = `fake-${process.pid}/${folder}/${name}`;
      running.push(spawnProcess(spawned, { ...place, marker, homes: new Homes(folder) }));
      return running.at(-1) as LocalProcess;
    },
    spent: (costNano) => spent.push(costNano),
    event: (event) => events.push(event),
    signal: controller.signal,
  });
  const abort = async (): Promise<void> => {
    controller.abort();
    await Promise.all(running.map((one) => one.kill()));
  };
  const release = (): void => running.forEach((one) => void one.release());
  return { outcome, events, spent, folder, abort, release };
}

const claude = (script: string, limits: Partial<TurnLimits> = {}): Harness =>
  claudeHarness({ binary: program(script), limits });

describe("an agent that", () => {
  it("does as it should is completed, and its version is known", async () => {
    const turn = take(claude(say(INIT, DONE)));
    expect(await turn.outcome).toEqual({
      kind: "completed",
      text: "fertig",
      denials: [],
      costNano: 250_000_000,
      model: "claude-sonnet-4-5",
      survivors: [],
    });
    expect(turn.events[0]).toEqual({
      kind: "started",
      session: "s1",
      model: "claude-sonnet-4-5",
      version: "9.9.9",
    });
  });

  it("says nothing and exits with 0 has not completed", async () => {
    expect(await take(claude("exit 0")).outcome).toMatchObject({
      kind: "transport",
      cause: "agent",
      retryable: true,
      detail: "claude ended (exit 0) without saying how the turn went",
    });
  });

  it("is cut in its last line has not completed, and one that only lacks a newline has", async () => {
    const cut = await take(claude(`${say(INIT)}\nprintf '%s' '${DONE.slice(0, -5)}'`)).outcome;
    expect(cut).toMatchObject({ kind: "transport", retryable: true });
    const whole = await take(claude(`${say(INIT)}\nprintf '%s' '${DONE}'`)).outcome;
    expect(whole).toMatchObject({ kind: "completed" });
  });

  it("says that it is done and then stays is completed, and ended", async () => {
    const turn = take(claude(`${say(INIT, DONE)}\nsleep 500`, { exitMs: 100 }));
    expect(await turn.outcome).toMatchObject({ kind: "completed", text: "fertig" });
  });

  it("leaves a child that holds its output is completed, and the child ended", async () => {
    const turn = take(claude(`setsid sleep 57.125 &\n${say(INIT, DONE)}`));
    expect(await turn.outcome).toMatchObject({ kind: "completed", text: "fertig" });
    expect(runningWith("57.125")).toBe(0);
  });

  it("floods its standard error is read to its end", async () => {
    const flood = "head -c 8000000 /dev/zero | tr '\\0' e >&2";
    expect(await take(claude(`${flood}\n${say(INIT, DONE)}`)).outcome).toMatchObject({
      kind: "completed",
    });
  });

  it("writes a line of 10 MB is read whole", async () => {
    const long = `printf '{"type":"result","subtype":"success","is_error":false,"total_cost_usd":1,"result":"'
head -c 10000000 /dev/zero | tr '\\0' x
printf '"}\\n'`;
    const outcome = await take(claude(`${say(INIT)}\n${long}`)).outcome;
    expect(outcome).toMatchObject({ kind: "completed", text: "x".repeat(10_000_000) });
  });

  it("writes a line above the bound is told so, and the lines after it count", async () => {
    const long = "head -c 3000 /dev/zero | tr '\\0' x\necho";
    const turn = take(claude(`${say(INIT)}\n${long}\n${say(DONE)}`, { lineBytesMax: 2_000 }));
    expect(await turn.outcome).toMatchObject({ kind: "completed" });
    expect(turn.events).toContainEqual({
      kind: "warning",
      message: "1 lines were longer than 2000 bytes and were skipped",
    });
  });

  it("writes what nobody knows, and JSON of any depth, breaks nothing", async () => {
    const deep = `head -c 200000 /dev/zero | tr '\\0' '['; head -c 200000 /dev/zero | tr '\\0' ']'; echo`;
    const nested = `printf '{"type":"assistant","message":{"content":[{"type":"tool_use","input":'; ${deep.replace("; echo", "; echo '}]}}'")}`;
    const script = [say(INIT, "no json", '{"type":"novelty"}', "7"), deep, nested, say(DONE)];
    const turn = take(claude(script.join("\n")));
    expect(await turn.outcome).toMatchObject({ kind: "completed" });
    expect(turn.events).toContainEqual({ kind: "unknown", raw: '{"type":"novelty"}' });
    expect(turn.events).toContainEqual({
      kind: "warning",
      message: "3 lines were no JSON objects",
    });
  });

  it("splits a character over two writes is read right", async () => {
    const [before = "", after = ""] = DONE.split("fertig");
    const script = `${say(INIT)}
printf '%s\\303' '${before}'
sleep 0.3
printf '\\251%s\\n' '${after}'`;
    expect(await take(claude(script)).outcome).toMatchObject({ kind: "completed", text: "é" });
  });

  it("never begins, only tries again, or falls silent is ended in its class, not by the limit", async () => {
    const retry =
      '{"type":"system","subtype":"api_retry","attempt":1,"error_status":null,"error":"unknown"}';
    const limits = { startupMs: 300, retryMs: 300, stallMs: 300 };
    const details = await Promise.all(
      ["sleep 500", `${say(INIT, retry)}\nsleep 500`, `${say(INIT)}\nsleep 500`].map(
        async (script) => {
          const outcome = await take(claude(script, limits)).outcome;
          expect(outcome).toMatchObject({ kind: "transport", cause: "agent", retryable: true });
          return outcome.kind === "transport" ? outcome.detail : "";
        },
      ),
    );
    expect(details).toEqual([
      expect.stringMatching(/^claude was ended: it said nothing for/),
      expect.stringMatching(
        /^claude was ended: it tried in vain for .*: its request failed: unknown$/,
      ),
      expect.stringMatching(/^claude was ended: it said nothing more for/),
    ]);
  });

  it("is not there is no reason to try again", async () => {
    const outcome = await take(claudeHarness({ binary: "no-such-agent" })).outcome;
    expect(outcome).toMatchObject({
      kind: "transport",
      retryable: false,
      detail: expect.stringContaining("claude cannot be started"),
    });
    expect(claudeHarness({ binary: null }).check({ model: null, effort: null })).toEqual([
      "the program claude is not on the PATH; install it or name it in CRUCIBLE_CLAUDE",
    ]);
  });

  it("refuses its arguments is no reason to try again", async () => {
    const script = "echo \"error: unknown option '--effort'\" >&2; exit 1";
    expect(await take(claude(script)).outcome).toMatchObject({
      kind: "transport",
      retryable: false,
    });
  });

  it("writes its account down, as codex does, cost what that says when it is ended (HARNESS-014)", async () => {
    const usage = '{"input_tokens":1000,"cached_input_tokens":0,"output_tokens":50}';
    const record = `{"type":"token_usage_record","payload":{"thread_token_usage":${usage}}}`;
    const script = `mkdir -p "$CODEX_HOME/sessions/2026"
printf '%s\\n' '${record}' '{"torn' > "$CODEX_HOME/sessions/2026/rollout-t1.jsonl"
${say('{"type":"thread.started","thread_id":"t1"}', '{"type":"item.completed","item":{"type":"agent_message","text":"so far"}}')}
sleep 500`;
    const turn = take(codexHarness({ binary: program(script), model: "gpt-5.4" }));
    await until(() => turn.spent.length > 0);
    await turn.abort();
    expect(await turn.outcome).toMatchObject({ kind: "aborted", costNano: 3_250_000 });
  });

  it("is ended from outside cost what its requests cost until then (HARNESS-014)", async () => {
    const start =
      '{"type":"stream_event","event":{"type":"message_start","message":{"model":"claude-sonnet-4-5","usage":{"input_tokens":1000}}}}';
    const turn = take(claude(`${say(INIT, start)}\nsleep 500`));
    await until(() => turn.spent.length > 0);
    await turn.abort();
    expect(await turn.outcome).toMatchObject({ kind: "aborted", costNano: 3_000_000 });
  });
});

describe("an agent that works on in silence", () => {
  it("is told of again and again, with what it had used by then (HARNESS-013)", async () => {
    const start =
      '{"type":"stream_event","event":{"type":"message_start","message":{"model":"claude-sonnet-4-5","usage":{"input_tokens":1000}}}}';
    const turn = take(claude(`${say(INIT, start)}\nsleep 500`, { tellMs: 100 }));
    const told = (): readonly HarnessEvent[] => turn.events.filter(({ kind }) => kind === "usage");
    await until(() => told().length >= 4);
    expect(told().at(-1)).toMatchObject({ kind: "usage", costNano: 3_000_000 });
    await turn.abort();
  });
});

describe("an agent that is ended from outside", () => {
  const START =
    '{"type":"stream_event","event":{"type":"message_start","message":{"model":"claude-sonnet-4-5","usage":{"input_tokens":1000}}}}';
  const ABORTED =
    '{"type":"result","subtype":"error_during_execution","is_error":true,"session_id":"s1","total_cost_usd":0.5}';

  it("is asked first, and what it then says of its cost counts (HARNESS-014)", async () => {
    const script = `trap "${say(ABORTED).replaceAll('"', '\\"')}; exit 0" INT
${say(INIT, START)}
sleep 500 & wait`;
    const turn = take(claude(script));
    await until(() => turn.spent.length > 0);
    await turn.abort();
    expect(await turn.outcome).toMatchObject({ kind: "aborted", costNano: 500_000_000 });
  });

  it("is not shown with what it says on being asked, but for what it used", async () => {
    const refused =
      '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"refused"}]}}';
    const script = `trap "${say(refused, ABORTED).replaceAll('"', '\\"')}; exit 0" INT
${say(INIT, START)}
sleep 500 & wait`;
    const turn = take(claude(script));
    await until(() => turn.spent.length > 0);
    await turn.abort();
    await turn.outcome;
    expect(turn.events.map(({ kind }) => kind)).toEqual(["started", "usage", "usage"]);
    expect(turn.events.at(-1)).toMatchObject({ costNano: 500_000_000, basis: "agent" });
  });

  it("is asked too when it gets nowhere, and that stays why it was ended", async () => {
    const script = `trap "${say(ABORTED).replaceAll('"', '\\"')}; exit 0" INT
${say(INIT, START)}
sleep 500 & wait`;
    expect(await take(claude(script, { stallMs: 300 })).outcome).toMatchObject({
      kind: "transport",
      detail: "claude was ended: it said nothing more for 0.3 s",
      costNano: 500_000_000,
    });
  });

  it("has said its last word when it said that it is done, whatever it says on being asked", async () => {
    const script = `trap "${say(ABORTED).replaceAll('"', '\\"')}; exit 0" INT
${say(INIT, DONE)}
sleep 500 & wait`;
    expect(await take(claude(script, { exitMs: 300 })).outcome).toMatchObject({
      kind: "completed",
      text: "fertig",
      costNano: 250_000_000,
    });
  });

  it("has its later word taken while it may still stay", async () => {
    const later = DONE.replace("fertig", "ganz fertig").replace("0.25", "0.5");
    const turn = take(claude(`${say(INIT, DONE)}\nsleep 0.3\n${say(later)}`));
    expect(await turn.outcome).toMatchObject({
      kind: "completed",
      text: "ganz fertig",
      costNano: 500_000_000,
    });
  });

  it("cost what its requests cost when it does not listen, and is ended", async () => {
    const turn = take(claude(`trap "" INT\n${say(INIT, START)}\nsleep 500; sleep 501`));
    await until(() => turn.spent.length > 0);
    await turn.abort();
    expect(await turn.outcome).toMatchObject({ kind: "aborted", costNano: 3_000_000 });
  });
});

describe("an agent is given", () => {
  const REPORT = `{ env; echo "ARGS $*"; } > report.txt; ls -ld "$CLAUDE_CONFIG_DIR" > mode.txt`;

  it("a private folder of its own, gone afterwards, and nothing of an outer agent's", async () => {
    const env = new Map([
      ["PATH", process.env["PATH"] ?? ""],
      ["CLAUDECODE", "1"],
      ["CLAUDE_CODE_ENTRYPOINT", "cli"],
      ["CRUCIBLE_PROMPT", "of an outer run"],
    ]);
    const turn = take(claude(`${REPORT}\n${say(INIT, DONE)}`), { env });
    expect((await turn.outcome).kind).toBe("completed");
    const report = readFileSync(join(turn.folder, "workspace/report.txt"), "utf8");
    expect(report).not.toMatch(/^(CLAUDECODE|CLAUDE_CODE_ENTRYPOINT|CRUCIBLE_PROMPT)=/m);
    // Nothing of a turn is to run beside it.
    expect(report).toMatch(/^CLAUDE_CODE_DISABLE_BACKGROUND_TASKS=1$/m);
    expect(report).toMatch(
      /^ARGS .* --disallowedTools CronCreate EnterWorktree Monitor ScheduleWakeup --/m,
    );
    const home = /^CLAUDE_CONFIG_DIR=(.*)$/m.exec(report)?.[1] ?? "";
    expect(home).toContain(turn.folder);
    turn.release();
    await until(() => !existsSync(home));
    expect(readFileSync(join(turn.folder, "workspace/mode.txt"), "utf8")).toMatch(/^drwx------/);
  });

  it("the operator's folder where the environment names one, and no identity of ours", async () => {
    const env = new Map([
      ["PATH", process.env["PATH"] ?? ""],
      ["CLAUDE_CONFIG_DIR", temporaryFolder()],
    ]);
    const session = { name: "talk", id: "id-1", turn: 0 };
    const turn = take(claude(`${REPORT}\n${say(INIT, DONE)}`), { env, session });
    const outcome = await turn.outcome;
    expect(outcome).toMatchObject({ kind: "completed", cursor: expect.stringContaining('"s1"') });
    const report = readFileSync(join(turn.folder, "workspace/report.txt"), "utf8");
    expect(report).toContain(`CLAUDE_CONFIG_DIR=${env.get("CLAUDE_CONFIG_DIR")}`);
    expect(report).not.toContain("--session-id");
  });

  it("HARNESS-010, HARNESS-011: its conversation as the last completed turn left it, in a private folder", async () => {
    const folder = temporaryFolder();
    const script = `cat "$CLAUDE_CONFIG_DIR/said" > before.txt 2>/dev/null
echo "$*" > args.txt
echo said >> "$CLAUDE_CONFIG_DIR/said"`;
    const completing = claude(`${script}\n${say(INIT, DONE)}`);
    const dying = claude(`${script}\nexit 1`);
    const session = { name: "talk", id: "id-1", turn: 0 };
    const first = await take(completing, { session }, folder).outcome;
    const cursor = first.kind === "completed" ? (first.cursor ?? "") : "";
    const next = { session: { ...session, turn: 1, cursor } };
    expect((await take(dying, next, folder).outcome).kind).toBe("transport");
    expect((await take(completing, next, folder).outcome).kind).toBe("completed");
    expect(readFileSync(join(folder, "workspace/before.txt"), "utf8")).toBe("said\n");
    expect(readFileSync(join(folder, "workspace/args.txt"), "utf8")).toContain("--resume s1");
    const homes = join(folder, ".homes");
    expect(statSync(join(homes, "id-1")).mode & 0o077).toBe(0);
    expect(readdirSync(join(homes, "id-1")).sort()).toEqual(["home", "kept-1", "kept-2"]);
  });
});

describe("a conversation that the agent does not know", () => {
  const session = { name: "talk", id: "id-1", turn: 1 };
  const cursorOf = (agent: string): string => JSON.stringify({ agent, id: "t1", tokens: {} });

  it("is not begun anew: codex is ended when it tells another identity", async () => {
    const started = '{"type":"thread.started","thread_id":"another"}';
    const completed = '{"type":"turn.completed","usage":{"input_tokens":1}}';
    const harness = codexHarness({ binary: program(say(started, completed)) });
    const turn = take(harness, { session: { ...session, cursor: cursorOf("codex") } });
    expect(await turn.outcome).toMatchObject({
      kind: "transport",
      retryable: false,
      detail: "cannot resume session talk: codex began another conversation",
    });
  });

  it.each([
    ["nothing", undefined],
    ["another agent's", cursorOf("codex")],
    ["no cursor", "["],
  ])("is refused before anything starts when there is %s to go on with", async (_, cursor) => {
    const turn = take(claude(`touch ran\n${say(INIT, DONE)}`), {
      session: cursor === undefined ? session : { ...session, cursor },
    });
    expect(await turn.outcome).toMatchObject({
      kind: "transport",
      retryable: false,
      costNano: 0,
      detail: "cannot resume session talk: claude has no record of it",
    });
    expect(existsSync(join(turn.folder, "workspace/ran"))).toBe(false);
  });
});

describe("what an agent may do", () => {
  const REPORT = `{ env; echo "ARGS $*"; } > report.txt`;
  const reportOf = async (
    options: Parameters<typeof claudeHarness>[0],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const binary = program(`${REPORT}\n${say(INIT, DONE)}`);
    const variables = new Map([["PATH", process.env["PATH"] ?? ""], ...Object.entries(env)]);
    const turn = take(claudeHarness({ ...options, binary }), { env: variables });
    await turn.outcome;
    return readFileSync(join(turn.folder, "workspace/report.txt"), "utf8");
  };

  it("is narrowed by what it is denied, and widened by what is asked for it", async () => {
    const report = await reportOf({
      tools: ["Read", "Monitor"],
      disallowedTools: ["Bash(git push:*)", "WebFetch"],
    });
    expect(report).toContain("--allowedTools Read,Monitor --disallowedTools");
    expect(report).toMatch(
      / --disallowedTools CronCreate EnterWorktree ScheduleWakeup Bash\(git push:\*\) WebFetch --/,
    );
  });

  it("may run things beside its turn where the operator says so", async () => {
    const name = "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS";
    expect(await reportOf({}, { [name]: "0" })).toMatch(new RegExp(`^${name}=0$`, "m"));
  });
});

describe("settings of a turn", () => {
  it.each([claudeHarness(), codexHarness()])(
    "are looked at before anything starts (%#)",
    (harness) => {
      expect(harness.check({ model: "a model", effort: "hihg" })).toEqual([
        '"a model" is no model name',
        expect.stringMatching(
          /^effort "hihg" is none of low, medium, high, xhigh, max; did you mean/,
        ),
      ]);
      expect(harness.check({ model: "-x", effort: null })).toEqual(['"-x" is no model name']);
      expect(harness.check({ model: "us.anthropic/m:1[1m]", effort: "max" })).toEqual([]);
    },
  );

  it("HARNESS-015: codex is metered under a model whose price is known, and under no other", () => {
    const { metered } = codexHarness();
    const under = (model: string | null): boolean =>
      typeof metered === "function" ? metered({ model, effort: null }) : metered;
    expect([under(null), under("gpt-5.4"), under("nobody")]).toEqual([true, true, false]);
  });
});
