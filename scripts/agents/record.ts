/**
 * Records what the installed agents stream, as fixtures of the adapters' tests: `npm run record-agents`. Each scenario is a
 * turn of the adapter itself against the scripted model. Identities, places and durations are taken out, so that recording
 * the same version again changes nothing.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Harness, Process, TurnOutcome, TurnRequest } from "@crucible/core";
import { Homes } from "../../packages/local/src/process/homes.js";
import { spawnProcess } from "../../packages/local/src/process/spawn.js";
import type { ScriptStep } from "../../test/agents/fake-model/script.js";
import { startFakeModel } from "../../test/agents/fake-model/server.js";
import {
  type AgentName,
  findAgent,
  type InstalledAgent,
} from "../../test/agents/support/agents.js";

const FIXTURES = "packages/harness/test/fixtures";
const OUTPUT_BYTES_MAX = 16_777_216;

const RESULT: ScriptStep = { shell: "printf '{\"lines\":3}' > PLAN_TASK_RESULT.json; echo é" };
/** Ended from outside while its second tool is at work. */
const INTERRUPTED = "interrupted";
const SCENARIOS: readonly (readonly [string, readonly ScriptStep[], "claude"?])[] = [
  ["completed", [RESULT, { text: "Fertig: é" }]],
  ["status-400", [{ fail: { status: 400 } }]],
  ["status-401", [{ fail: { status: 401 } }]],
  ["status-404", [{ fail: { status: 404 } }]],
  ["status-429", [{ fail: { status: 429 } }]],
  ["status-500", [{ fail: { status: 500 } }]],
  ["cut", [{ text: "a text that is cut off in its middle", cutAfter: 3, paceMs: 100 }]],
  ["failed-late", [RESULT, { fail: { status: 401 } }]],
  ["refusal", [{ text: "No.", stop: "refusal" }], "claude"],
  ["output-limit", [{ text: "half", stop: "max_tokens" }], "claude"],
  [INTERRUPTED, [RESULT, { shell: "tail -f /dev/null" }], "claude"],
  ["denied", [{ shell: "touch written" }, { text: "I could not." }], "claude"],
];

interface Recording {
  readonly outcome: TurnOutcome;
  readonly stream: string;
  readonly version: string;
}

interface Place {
  readonly folder: string;
  readonly workspace: string;
  readonly homes: Homes;
}

let processes = 0;

async function take(
  agent: InstalledAgent,
  harness: Harness,
  place: Place,
  url: string,
  session?: TurnRequest["session"],
  toolsMax = Number.POSITIVE_INFINITY,
): Promise<Recording> {
  const started: Process[] = [];
  const controller = new AbortController();
  let tools = 0;
  let version = "unknown";
  const request: TurnRequest = {
    attempt: "task#1",
    task: "task",
    prompt: "Do it.",
    model: agent.model,
    effort: null,
    env: new Map([
      ["PATH", process.env["PATH"] ?? ""],
      ["HOME", place.folder],
      ["LANG", "C.UTF-8"],
      ...agent.variables(url),
    ]),
    inputsJson: "{}",
    ...(session === undefined ? {} : { session }),
  };
  const outcome = await harness.run(request, {
    spawn: (spawned) => {
      processes += 1;
      const { workspace, folder, homes } = place;
      const name = `process-${processes}`;
      const privateFolder = join(folder, name);
      started.push(
        spawnProcess(spawned, {
          workspace,
          privateFolder,
          marker: `record-${process.pid}/${name}`,
          secrets: [],
          homes,
        }),
      );
      return started.at(-1) as Process;
    },
    spent: () => undefined,
    event: (event) => {
      if (event.kind === "started") version = event.version ?? version;
      if (event.kind === "tool") tools += 1;
      if (event.kind === "tool" && tools === toolsMax) {
        setTimeout(() => {
          controller.abort();
          for (const process of started) void process.kill();
        }, 1_000);
      }
    },
    signal: controller.signal,
  });
  const bytes = (await started.at(-1)?.stdout(0, OUTPUT_BYTES_MAX)) ?? new Uint8Array();
  return { outcome, stream: new TextDecoder().decode(bytes), version };
}

/** What differs from one recording to the next, or says where it was made. */
function cleaned(stream: string, { folder, workspace }: Place): string {
  const identities = new Map<string, string>();
  const named = (found: string): string => {
    const known =
      identities.get(found) ??
      `00000000-0000-4000-8000-${String(identities.size).padStart(12, "0")}`;
    identities.set(found, known);
    return known;
  };
  return stream
    .replaceAll(workspace, "/workspace")
    .replaceAll(workspace.replaceAll(/[^A-Za-z0-9]/g, "-"), "-workspace")
    .replaceAll(folder, "/home/ada")
    .replaceAll(/process-\d+/g, "process-1")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:1")
    .replaceAll(
      /"messaging_socket_path":"[^"]*"/g,
      '"messaging_socket_path":"/home/ada/agent.sock"',
    )
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, named)
    .replaceAll(/(msg|resp|toolu|call)_(scripted)?\d+/g, "$1_1")
    .replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":"2026-01-01T00:00:00.000Z"')
    .replaceAll(/"([a-z_]*(?:_ms|Ms))":[\d.]+/g, '"$1":1')
    .replaceAll(
      /"(tools|slash_commands|agents|skills|plugins|mcp_servers|memory_paths)":\[[^\]]*\]/g,
      '"$1":[]',
    );
}

async function record(agent: InstalledAgent): Promise<void> {
  const write = (version: string, name: string, text: string): void => {
    const folder = join(FIXTURES, `${agent.name}-${version}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.jsonl`), text);
    console.log(`${folder}/${name}.jsonl`);
  };
  for (const [name, steps, only] of SCENARIOS) {
    if (only !== undefined && only !== agent.name) continue;
    const place = newPlace();
    const model = await startFakeModel({ turns: [{ steps }] });
    const harness = agent.harness(name === "denied" ? { tools: ["Read"] } : {});
    const { stream, version } = await take(
      agent,
      harness,
      place,
      model.url,
      undefined,
      name === INTERRUPTED ? 2 : undefined,
    );
    write(version, name, cleaned(stream, place));
    await model.close();
    rmSync(place.folder, { recursive: true, force: true });
  }
  await recordConversation(agent, write);
}

async function recordConversation(
  agent: InstalledAgent,
  write: (version: string, name: string, text: string) => void,
): Promise<void> {
  const place = newPlace();
  const model = await startFakeModel({ turns: [{ steps: [{ text: "Said." }] }] });
  const session = { name: "talk", id: "11111111-1111-4111-8111-111111111111", turn: 0 };
  const harness = agent.harness();
  const first = await take(agent, harness, place, model.url, session);
  write(first.version, "first-turn", cleaned(first.stream, place));
  const cursor = first.outcome.kind === "completed" ? (first.outcome.cursor ?? "") : "";
  const second = await take(agent, harness, place, model.url, { ...session, turn: 1, cursor });
  write(second.version, "second-turn", cleaned(second.stream, place));
  await model.close();
  rmSync(place.folder, { recursive: true, force: true });
}

function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "crucible-record-"));
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  return { folder, workspace, homes: new Homes(folder) };
}

async function main(): Promise<void> {
  const names: readonly AgentName[] = ["claude", "claude 2.1.197", "codex"];
  for (const name of names) {
    const agent = findAgent(name);
    if (agent === undefined) console.log(`${name} is not installed`);
    else await record(agent);
  }
}

void main();
