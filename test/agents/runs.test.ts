/**
 * Whole runs in which the real agents play, against a scripted model: examples come to a valid verdict, limits end
 * everything that an agent started, and what a run keeps says what happened and gives no secret away.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AttemptEnded, Harness, LogLine, TaskResult } from "@crucible/core";
import type { RunResult, TurnEvent } from "@crucible/executor";
import { localHost, readPack, runLocally } from "@crucible/local";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { copyAsCloned } from "../clone-copy.js";
import { manifestOf } from "../packs/manifest-of.js";
import type { ModelScript, ScriptStep } from "./fake-model/script.js";
import { type FakeModel, startFakeModel } from "./fake-model/server.js";
import { type AgentName, findAgent, type InstalledAgent } from "./support/agents.js";
import { temporaryFolder } from "./support/turns.js";

vi.setConfig({ testTimeout: 300_000 });

const NAMES: readonly AgentName[] = ["claude", "codex"];
const KEY = "not-a-real-key";

async function modelWith(script: ModelScript): Promise<FakeModel> {
  const model = await startFakeModel(script);
  onTestFinished(() => model.close());
  return model;
}

/** `[agent]` of a manifest under which this agent works against this model; `mark` is in every process's environment. */
function agentTable(agent: InstalledAgent, url: string, mark: string, more = ""): string {
  const env = new Map([...agent.variables(url), ["TEST_MARK", mark]]);
  env.delete(agent.keyVariable);
  const pairs = [...env].map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `[agent]
harness = "${agent.name}"
model = "${agent.model}"
goal = "a test"
${more}
env = { ${pairs.join(", ")} }
[[secret]]
name = "key"
env = "${agent.keyVariable}"
`;
}

interface Pack {
  readonly folder: string;
  readonly mark: string;
}

/** Two turns of one conversation. */
const CONVERSATION = `
talk = session(name = "talk")
a = agent(name = "a", session = talk, prompt = "One.")
b = agent(name = "b", session = talk, prompt = "Two.", depends_on = [a])
workflow(type = "playbook", tasks = [a, b])
`;

let count = 0;

function packOf(
  agent: InstalledAgent,
  url: string,
  files: Readonly<Record<string, string>>,
  more?: string,
): Pack {
  const folder = temporaryFolder();
  const mark = `mark-${process.pid}-${count++}`;
  const head = 'edition = 2\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n';
  const all = { "crucible.toml": `${head}${agentTable(agent, url, mark, more)}`, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, mark };
}

function exampleOf(agent: InstalledAgent, url: string, name: string): Pack {
  const folder = temporaryFolder();
  copyAsCloned(join("examples", name), folder);
  const mark = `mark-${process.pid}-${count++}`;
  const path = join(folder, "crucible.toml");
  const [before = ""] = readFileSync(path, "utf8").split("[agent]");
  writeFileSync(path, `${before}${agentTable(agent, url, mark)}`);
  return { folder, mark };
}

interface Ran {
  readonly result: RunResult;
  readonly events: readonly TurnEvent[];
  readonly log: readonly LogLine[];
  /** The folder of the execution. */
  readonly kept: string;
}

async function run(
  agent: InstalledAgent,
  { folder }: Pack,
  harnesses: Readonly<Record<string, Harness>> = {},
): Promise<Ran> {
  const events: TurnEvent[] = [];
  const started = await runLocally(folder, {
    launch: { maxCostUsd: 5, maxTimeMs: 240_000 },
    environment: environmentOf(agent),
    harnesses,
    observe: (event) => events.push(event),
  });
  const result = await started.result();
  const kept = join(folder, "state/runs", started.id, started.execution);
  const text = readFileSync(join(kept, "session.jsonl"), "utf8");
  const log = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
  return { result, events, log, kept };
}

/** A home of its own: what shells read at their start is none of the test's. */
function environmentOf(agent: InstalledAgent): Readonly<Record<string, string | undefined>> {
  return {
    PATH: process.env["PATH"],
    HOME: temporaryFolder(),
    LANG: "C.UTF-8",
    [agent.keyVariable]: KEY,
    [`CRUCIBLE_${agent.name.toUpperCase()}`]: agent.binary,
  };
}

function rowOf({ result }: Ran, name: string): RunResult["tasks"][number] | undefined {
  return result.tasks.find((task) => task.name === name);
}

/** Files below a folder that hold this text. */
function filesHolding(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, "latin1").includes(text));
}

/** How many live processes were started with this mark in their environment. */
function runningWith(mark: string): number {
  const environments = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return [readFileSync(`/proc/${pid}/environ`, "latin1")];
    } catch {
      return [];
    }
  });
  return environments.filter((text) => text.includes(`TEST_MARK=${mark}`)).length;
}

const DONE: readonly ScriptStep[] = [
  { shell: "printf '{}' > PLAN_TASK_RESULT.json" },
  { text: "Done." },
];

/** What plays the agents of the examples does their work here too, called by the agent in place of the engine. */
const EXAMPLE: ModelScript = {
  turns: [
    {
      steps: [
        { shell: "CRUCIBLE_USAGE_FILE=/dev/null sh tools/agent.sh && echo done" },
        { text: "Done." },
      ],
    },
  ],
};

describe.each(NAMES)("a run in which %s plays the agents", (name) => {
  const agent = findAgent(name) as InstalledAgent;

  describe.runIf(agent !== undefined)("against a scripted model", () => {
    it.each(["hello", "release-notes"])(
      "brings examples/%s to a valid verdict",
      async (example) => {
        const model = await modelWith(EXAMPLE);
        const pack = exampleOf(agent, model.url, example);
        const ran = await run(agent, pack);
        expect(ran.result.tasks.filter(({ note }) => note.includes("transport"))).toEqual([]);
        expect(ran.result.verdict).toBe("valid");
        const turns = ran.log.filter((line) => line.kind === "task_result" && line.agent).length;
        expect(ran.result.spentUsd).toBeGreaterThanOrEqual(turns * agent.requestUsd);
        expect(runningWith(pack.mark)).toBe(0);
      },
    );

    it("keeps a transcript of each attempt, masked, and its size and digest in the log (HARNESS-011, HARNESS-013)", async () => {
      const model = await modelWith({
        turns: [
          {
            steps: [
              { shell: `echo ${KEY}; printf '{}' > PLAN_TASK_RESULT.json` },
              { text: "Done." },
            ],
          },
        ],
      });
      const pack = packOf(agent, model.url, { "workflow.star": CONVERSATION });
      const ran = await run(agent, pack);
      expect(ran.result.verdict).toBe("valid");
      const ends = ran.log.filter(
        (line): line is LogLine & AttemptEnded => line.kind === "attempt_ended",
      );
      for (const { transcript, task } of ends) {
        const text = readFileSync(join(ran.kept, transcript?.path ?? ""), "utf8");
        expect(Buffer.byteLength(text)).toBe(transcript?.size);
        const lines = text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line));
        const kinds = lines.map(({ kind }) => kind);
        expect(kinds).toEqual(
          expect.arrayContaining(["prompt", "started", "tool", "usage", "ended"]),
        );
        expect(text).not.toContain(KEY);
        expect(text).toContain("***");
        const seen = ran.events
          .filter((event) => event.task === task)
          .map(({ event }) => event.kind);
        expect(seen).toEqual(
          expect.arrayContaining(["started", "tool", "tool_result", "text", "usage"]),
        );
      }
      expect(JSON.stringify(ran.events)).not.toContain(KEY);
      const log = readFileSync(join(ran.kept, "session.jsonl"), "utf8");
      expect(log).not.toContain("kept-");
      // The key is nowhere in what is kept of the run but in what the agent wrote into its own folder.
      expect(filesHolding(KEY, ran.kept)).toEqual([]);
      expect(model.requests.at(-1)?.dialogue.length).toBe(2);
    });

    it("goes on with a conversation when a failed run is revived", async () => {
      const steps: ScriptStep[] = [{ fail: { status: 401 } }];
      const model = await modelWith({ turns: [{ steps: DONE }, { when: "Two.", steps }] });
      const pack = packOf(agent, model.url, { "workflow.star": CONVERSATION });
      const ran = await run(agent, pack);
      expect(rowOf(ran, "b")?.status).toBe("transport");
      steps.splice(0, 1, ...DONE);
      const { engine } = localHost({
        packFolder: pack.folder,
        manifest: manifestOf(await readPack(pack.folder)),
        environment: environmentOf(agent),
      });
      const revived = await engine.resume(ran.result.run);
      expect((await revived.result()).verdict).toBe("valid");
      const dialogue = model.requests.at(-1)?.dialogue ?? [];
      expect(dialogue.map((asked) => asked.slice(0, 4))).toEqual(["One.", "Two."]);
    });

    it("HARNESS-016: ends everything that a turn started at its limit", async () => {
      const outside = temporaryFolder();
      const children = [
        `touch ${outside}/started`,
        "(setsid sleep 400 &)",
        "(nohup sleep 401 >/dev/null 2>&1 &)",
        `(sh -c 'trap "" TERM; sleep 402; sleep 402' &)`,
        "echo waiting; sleep 403; echo over",
      ];
      const model = await modelWith({ turns: [{ steps: [{ shell: children.join("; ") }] }] });
      const pack = packOf(agent, model.url, {
        "workflow.star": `
a = agent(name = "a", prompt = "Wait.", timeout = "15s")
workflow(type = "playbook", tasks = [a])
`,
      });
      const ran = await run(agent, pack);
      expect(existsSync(join(outside, "started"))).toBe(true);
      expect(rowOf(ran, "a")).toMatchObject({
        status: "fail",
        attempts: 1,
        note: expect.stringMatching(/^timed out: the task ran past its 15s limit/),
      });
      // The request that asked for the command was paid for.
      expect(ran.result.spentUsd).toBeGreaterThanOrEqual(agent.requestUsd);
      expect(runningWith(pack.mark)).toBe(0);
    });

    it("takes a turn that came to its limit before any answer to have cost what it sent", async () => {
      const model = await modelWith({ turns: [{ steps: [{ text: "late", delayMs: 600_000 }] }] });
      const pack = packOf(agent, model.url, {
        "workflow.star": `
a = agent(name = "a", prompt = "Wait.", timeout = "6s")
workflow(type = "playbook", tasks = [a])
`,
      });
      const ran = await run(agent, pack);
      const row = ran.log.find((line): line is LogLine & TaskResult => line.kind === "task_result");
      expect(row).toMatchObject({ status: "fail", attempts: 1 });
      expect(row?.note).toMatch(/^timed out: /);
      expect(row?.cost_usd).toBeGreaterThan(0);
      expect(ran.result.spentUsd).toBe(row?.cost_usd);
    });

    it("ends what a turn left running when it completed", async () => {
      const model = await modelWith({
        turns: [
          {
            steps: [
              { shell: `(nohup sleep 404 >/dev/null 2>&1 &); printf '{}' > PLAN_TASK_RESULT.json` },
              { text: "Done." },
            ],
          },
        ],
      });
      const pack = packOf(agent, model.url, {
        "workflow.star": `
a = agent(name = "a", prompt = "Leave something.")
workflow(type = "playbook", tasks = [a])
`,
      });
      const ran = await run(agent, pack);
      expect(ran.result.verdict).toBe("valid");
      expect(runningWith(pack.mark)).toBe(0);
    });

    it("HARNESS-009: tries again when the model's server fails, and not when it refuses the key", async () => {
      const workflow = {
        "workflow.star": `
a = agent(name = "a", prompt = "Try.")
workflow(type = "playbook", tasks = [a])
`,
      };
      const failing = await modelWith({ turns: [{ steps: [{ fail: { status: 500 } }] }] });
      const busy = await run(agent, packOf(agent, failing.url, workflow));
      expect(rowOf(busy, "a")).toMatchObject({ status: "transport", attempts: 3 });
      const refusing = await modelWith({ turns: [{ steps: [{ fail: { status: 401 } }] }] });
      const refused = await run(agent, packOf(agent, refusing.url, workflow));
      expect(rowOf(refused, "a")).toMatchObject({ status: "transport", attempts: 1 });
    });
  });
});

const claude = findAgent("claude") as InstalledAgent;

describe.runIf(claude !== undefined)("a run in which claude is denied a tool", () => {
  it.each([
    ["all of it", '["Bash"]'],
    ["the use that it makes of it", '["WebFetch", "Bash(touch:*)"]'],
  ])("by its manifest, %s, fails of its own doing, and says which", async (_what, denied) => {
    const call = { name: "Bash", input: { command: "touch written", description: "write" } };
    const model = await modelWith({
      turns: [{ steps: [{ tool: call }, { text: "I could not." }] }],
    });
    const pack = packOf(
      claude,
      model.url,
      {
        "workflow.star": `
a = agent(name = "a", prompt = "Write.")
workflow(type = "playbook", tasks = [a])
`,
      },
      `disallowed_tools = ${denied}`,
    );
    const ran = await run(claude, pack);
    const row = ran.log.find((line): line is LogLine & TaskResult => line.kind === "task_result");
    expect(row).toMatchObject({ status: "fail", attempts: 1 });
    expect(row?.note).toContain("was denied Bash");
    expect(existsSync(join(pack.folder, "workspace/written"))).toBe(false);
  });
});
