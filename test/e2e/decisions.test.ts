/** Routes that a decision model answers: the built command against a scripted server, and the example with its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type Asked,
  DecisionServer,
  deadOrigin,
  type Reaction,
} from "../../packages/local/test/support/decision-server.js";
import { root } from "../tracked-files.js";
import { ensureBuilt } from "./support/build.js";
import {
  crucible,
  type Ended,
  exampleFolder,
  packFolder,
  removeFolders,
  start,
  type Variables,
} from "./support/command.js";

vi.setConfig({ testTimeout: 120_000 });

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

const RUN = ["plan", "run", "--max-cost", "1", "--max-time", "5m", "--turn-price", "0.01"];

function bound(url: string, more: Readonly<Record<string, string>> = {}): Variables {
  const binding = { role: "decision", protocol: "system_one", url, model: "jev", ...more };
  return { CRUCIBLE_INFERENCE: JSON.stringify({ version: 1, bindings: [binding] }) };
}

async function serverOf(react: (asked: Asked, count: number) => Reaction): Promise<DecisionServer> {
  const server = await DecisionServer.start(react);
  onTestFinished(() => server.close());
  return server;
}

type Protocol = "system_one" | "decisions";
const PROTOCOLS: readonly Protocol[] = ["system_one", "decisions"];

/** Both answers of the example's route, as a protocol spells them. */
function answer(
  about: Readonly<Record<string, number>>,
  angry = 0,
  protocol: Protocol = "system_one",
): Reaction {
  const likeliest = Math.max(...Object.values(about));
  const choice = Object.keys(about).find((label) => about[label] === likeliest);
  const chosen = { type: "choice", choice, confidence: likeliest };
  if (protocol === "system_one") {
    const answers = {
      about: { ...chosen, probabilities: about },
      angry: { type: "noul", noul: angry },
    };
    return { body: { model: "jev-1", answers } };
  }
  const probabilities = Object.entries(about).map(([value, probability]) => ({
    value,
    probability,
  }));
  const answers = [
    { type: "predicate", name: "angry", probability: angry },
    { ...chosen, name: "about", probabilities },
  ];
  return { body: { model: "luna", answers } };
}

/** Name, status and attempts of every row that was printed. */
function rowsOf({ stdout }: Ended): Readonly<Record<string, string>> {
  const rows = stdout.matchAll(/^ {2}(\S+) +(\w+) +attempts=(\d+)/gm);
  return Object.fromEntries([...rows].map(([, name, status, n]) => [name, `${status} ${n}`]));
}

interface Row {
  readonly kind: string;
  readonly task?: string;
  readonly status?: string;
  readonly note?: string;
  readonly cost_usd?: number;
  readonly output?: Readonly<Record<string, { readonly label: string }>>;
}

function rowsIn(folder: string): readonly Row[] {
  return readFileSync(join(folder, "state/session.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row)
    .filter(({ kind }) => kind === "task_result");
}

function rowIn(folder: string, task: string): Row | undefined {
  return rowsIn(folder).find((row) => row.task === task);
}

/** Everything in a folder as one text. */
function contentsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

describe("the triage example", () => {
  it("prints what its README shows, against its own server (CLI-025)", async () => {
    const folder = exampleFolder("triage");
    const server = spawn(process.execPath, [join(folder, "decision-server.mjs"), "0"]);
    onTestFinished(() => void server.kill());
    const [said] = (await once(server.stdout, "data")) as [Buffer];
    const ended = await crucible(
      ["plan", "run", "--max-cost", "1", "--max-time", "5m", "--turn-price", "0.001"],
      folder,
      bound(String(said).trim()),
    );
    const readme = readFileSync(join(root, "examples/triage/README.md"), "utf8");
    const [block = "no block"] = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(
      ([, language, text = ""]) => (language === "" ? [text] : []),
    );
    const alike = (text: string): string =>
      text.replace(/run-[\w-]+/g, "RUN").replaceAll("examples/triage/", "");
    expect(ended.stderr).toBe("");
    expect(alike(ended.stdout)).toBe(alike(block));
    expect(ended.code).toBe(0);
  });

  it("ROUTE-031, ROUTE-034: takes the branch of the answer, and no other", async () => {
    const folder = exampleFolder("triage");
    const server = await serverOf(() => answer({ damaged: 0.05, late: 0.05, lost: 0.9 }, 0.95));
    const ended = await crucible(RUN, folder, bound(server.origin));
    expect(rowsOf(ended)).toEqual({
      read: "pass 1",
      desk: "pass 1",
      refund: "not_taken 0",
      trace: "pass 1",
      "by-hand": "not_taken 0",
      call: "pass 1",
      letter: "pass 1",
    });
    expect(ended.code).toBe(0);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.body).toMatchObject({
      model: "jev",
      state: { read: { claim: expect.stringContaining("teapot") } },
      questions: {
        about: { type: "choice", instructions: "What does the customer claim?" },
        angry: { type: "noul", instructions: "Is the customer angry?" },
      },
    });
  });

  it("ROUTE-018: is sure from the least confidence on", async () => {
    const folder = exampleFolder("triage");
    const server = await serverOf(() => answer({ damaged: 0.8, late: 0.2, lost: 0 }, 0.8));
    const ended = await crucible(RUN, folder, bound(server.origin));
    expect(rowsOf(ended)).toMatchObject({ refund: "pass 1", call: "pass 1" });
  });

  it("RESUME-004: halts while the model is silent, and asks again when it goes on", async () => {
    const folder = exampleFolder("triage");
    const server = await serverOf((_asked, count) =>
      count === 1 ? "silent" : answer({ damaged: 0, late: 0, lost: 1 }),
    );
    const variables = bound(server.origin);
    const running = start(RUN, folder, variables);
    await vi.waitUntil(() => server.asked.length === 1, { timeout: 60_000 });
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(130);
    const resumed = await crucible(["run", "resume"], folder, variables);
    expect(rowsOf(resumed)).toMatchObject({
      desk: expect.stringContaining("pass"),
      trace: "pass 1",
    });
    expect(resumed.code).toBe(0);
    expect(server.asked).toHaveLength(2);
  });

  it("ROUTE-019: is cut off where nobody is bound to answer", async () => {
    const folder = exampleFolder("triage");
    const ended = await crucible(RUN, folder);
    expect(rowsOf(ended)).toMatchObject({ read: "blocked 0", desk: "truncated 0" });
    expect(ended.code).toBe(3);
  });
});

describe.each(PROTOCOLS)("the triage example over %s", (protocol) => {
  const over = (url: string): Variables => bound(url, { protocol });

  it("ROUTE-031: takes the branch of the answer, and no other", async () => {
    const folder = exampleFolder("triage");
    const server = await serverOf(() => answer({ damaged: 0, late: 0, lost: 1 }, 0, protocol));
    const ended = await crucible(RUN, folder, over(server.origin));
    expect(rowsOf(ended)).toMatchObject({
      desk: "pass 1",
      refund: "not_taken 0",
      trace: "pass 1",
      "by-hand": "not_taken 0",
      call: "not_taken 0",
    });
    const { state, input } = server.asked[0]?.body ?? {};
    const shown = protocol === "system_one" ? state : JSON.parse(input as string);
    expect(shown).toMatchObject({ read: { claim: expect.stringContaining("teapot") } });
    expect(ended.code).toBe(0);
  });

  it("ROUTE-018: is uncertain below the least confidence, and hands the claim over", async () => {
    const folder = exampleFolder("triage");
    const unsure = answer({ damaged: 0.79, late: 0.2, lost: 0.01 }, 0.5, protocol);
    const server = await serverOf(() => unsure);
    const ended = await crucible(RUN, folder, over(server.origin));
    expect(rowsOf(ended)).toMatchObject({
      desk: "pass 1",
      refund: "not_taken 0",
      trace: "not_taken 0",
      "by-hand": "pass 1",
      call: "not_taken 0",
      letter: "pass 1",
    });
    expect(rowIn(folder, "desk")?.output).toMatchObject({
      about: { label: "uncertain", confidence: 0.79 },
      angry: { label: "uncertain", confidence: 0.5 },
    });
    expect(ended.code).toBe(0);
  });

  it("ROUTE-020: fails on an option that nobody declared, without asking again", async () => {
    const folder = exampleFolder("triage");
    const stray = answer({ damaged: 0.1, late: 0, lost: 0, stolen: 0.9 }, 0, protocol);
    const server = await serverOf(() => stray);
    const ended = await crucible(RUN, folder, over(server.origin));
    expect(rowsOf(ended)).toMatchObject({
      desk: "fail 1",
      refund: "blocked 0",
      "by-hand": "blocked 0",
      letter: "blocked 0",
    });
    const place =
      protocol === "system_one"
        ? "answers\\.about\\.probabilities\\.stolen"
        : "answers\\[1\\]\\.probabilities\\[3\\]\\.value";
    expect(rowIn(folder, "desk")?.note).toMatch(
      new RegExp(
        `^the decision server's answer is refused: ${place} at 1:\\d+ is about "stolen", an option that the question does not declare$`,
      ),
    );
    expect(server.asked).toHaveLength(1);
    expect(ended.code).toBe(3);
  });

  it("ROUTE-021: is tried three times while the server is down, and then is transport", async () => {
    const folder = exampleFolder("triage");
    const origin = await deadOrigin();
    const ended = await crucible(RUN, folder, over(origin));
    expect(rowsOf(ended)).toMatchObject({ desk: "transport 3", letter: "blocked 0" });
    expect(rowIn(folder, "desk")).toMatchObject({
      note: `transport retries exhausted (3 attempts): ${origin}/: the connection failed (ECONNREFUSED)`,
      cost_usd: 0,
    });
    expect(ended.code).toBe(3);
  });

  it("ROUTE-021: passes when the server is back in time, and counts what was asked", async () => {
    const folder = exampleFolder("triage");
    const good = answer({ damaged: 1, late: 0, lost: 0 }, 0, protocol);
    const server = await serverOf((_asked, count) => (count < 3 ? { status: 503 } : good));
    const ended = await crucible(RUN, folder, over(server.origin));
    expect(rowsOf(ended)).toMatchObject({ desk: "pass 3", refund: "pass 1" });
    expect(rowIn(folder, "desk")?.cost_usd).toBe(0.03);
    expect(ended.code).toBe(0);
  });

  it("is shown the files that the route names, and keeps where a score lies", async () => {
    const folder = packFolder({
      "crucible.toml":
        'edition = 2\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n[agent]\ngoal = "test"\n',
      "damage.schema.json": '{"type": "object", "required": ["parts"]}',
      "workflow.star": `
look = command(
    name = "look",
    run = "printf '{\\"parts\\": 2}' > damage.json; echo {}",
    emits_files = {"damage.json": schema_file("damage.schema.json")},
)
desk = route(
    name = "desk",
    depends_on = [look],
    min_confidence = 0.8,
    files = ["damage.json"],
    questions = {"size": score(ask = "How big?", levels = ["none", "some", "much"])},
)
pay = command(name = "pay", run = "echo {}", depends_on = [desk], when = desk.size, answers = ["some"])
rest = command(name = "rest", run = "echo {}", depends_on = [desk], when = desk.size, otherwise = True)
workflow(type = "playbook", tasks = [look, desk, pay, rest])
`,
    });
    const scored = { type: "score", score: 1.1, confidence: 0.9 };
    const likely = [0, 0.9, 0.1];
    const probabilities = ["none", "some", "much"].map((label, value) => ({
      value,
      label,
      probability: likely[value],
    }));
    const answers =
      protocol === "system_one"
        ? { size: { ...scored, probabilities: { ...likely } } }
        : [{ ...scored, name: "size", probabilities }];
    const server = await serverOf(() => ({ body: { answers } }));
    const ended = await crucible(RUN, folder, over(server.origin));
    expect(rowsOf(ended)).toMatchObject({ desk: "pass 1", pay: "pass 1", rest: "not_taken 0" });
    const { state, input } = server.asked[0]?.body ?? {};
    const shown = protocol === "system_one" ? state : JSON.parse(input as string);
    expect(shown).toMatchObject({ files: { look: { "damage.json": { parts: 2 } } } });
    expect(rowIn(folder, "desk")?.output).toEqual({
      size: {
        label: "some",
        confidence: 0.9,
        probabilities: { none: 0, some: 0.9, much: 0.1 },
        score: 1.1,
      },
    });
    expect(ended.code).toBe(0);
  });
});

describe("a binding", () => {
  const show = ["plan", "show", "--max-cost", "1", "--max-time", "5m"];

  it("that is malformed refuses the run with its place, and nothing exists", async () => {
    const folder = exampleFolder("triage");
    const text = '{"version":1,"bindings":[{"role":"decision","protocol":"system_one"}]}';
    const ended = await crucible(RUN, folder, { CRUCIBLE_INFERENCE: text });
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: CRUCIBLE_INFERENCE:1:26: bindings[0] needs a url: role decision has no address of its own\n" +
        "error: CRUCIBLE_INFERENCE:1:26: bindings[0] needs model\n",
    });
    expect(existsSync(join(folder, "state"))).toBe(false);
  });

  it("whose credential is missing refuses the run, naming the variable", async () => {
    const folder = exampleFolder("triage");
    const variables = bound("http://127.0.0.1:9/", { key_env: "TRIAGE_KEY" });
    const ended = await crucible(RUN, folder, variables);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe(
      'error: task "desk": the decision model\'s credential is to be in TRIAGE_KEY, which is not set\n',
    );
    expect(existsSync(join(folder, "state"))).toBe(false);
  });

  it("needs a price under a cost ceiling, and the plan says so before a run does", async () => {
    const folder = exampleFolder("triage");
    const variables = bound("http://127.0.0.1:9/");
    const without = await crucible(show, folder, variables);
    expect(without.stdout).toContain(
      'verdict: REFUSED — task "desk": the decision model does not report cost; state a price a turn',
    );
    const refused = await crucible(RUN.slice(0, -2), folder, variables);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("state a price a turn; --turn-price <usd> states one");
    const priced = await crucible([...show, "--turn-price", "0.01"], folder, variables);
    expect(priced.stdout).toContain("verdict: runnable");
  });

  it("keeps its credential out of everything that is written, printed or run", async () => {
    const key = "sk-hunter2-secret";
    const folder = packFolder({
      "crucible.toml":
        'edition = 2\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n[agent]\ngoal = "test"\n',
      "workflow.star": `
seen = command(name = "seen", run = "env | grep -c -e TRIAGE_KEY -e INFERENCE; env >&2; exit 1", required = False)
good = route(name = "good", min_confidence = 0.5, questions = {"q": noul(ask = "?")})
bad = route(name = "bad", min_confidence = 0.5, depends_on = [good], questions = {"q": noul(ask = "?")}, required = False)
workflow(type = "playbook", tasks = [seen, good, bad])
`,
    });
    const server = await serverOf((_asked, count) =>
      count === 1
        ? { body: { model: `m-${key}`, answers: { q: { type: "noul", noul: 1 } } } }
        : { status: 422, body: { error: { message: `no ${key}` } } },
    );
    const variables = { ...bound(server.origin, { key_env: "TRIAGE_KEY" }), TRIAGE_KEY: key };
    const ended = await crucible([...RUN, "--max-concurrency", "1"], folder, variables);
    expect(rowsOf(ended)).toEqual({ seen: "fail 1", good: "pass 1", bad: "fail 1" });
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${key}`),
    );
    expect(rowIn(folder, "bad")?.note).toBe(
      "the decision server refuses the questions with status 422: no ***",
    );
    expect(rowIn(folder, "seen")?.note).not.toMatch(/TRIAGE_KEY|INFERENCE/);
    expect(ended.stdout + ended.stderr + contentsOf(folder)).not.toContain("hunter2");
  });
});

describe("a mapped route", () => {
  it("ROUTE-001: asks once an element, and each element goes its own way", async () => {
    const folder = packFolder({
      "crucible.toml":
        'edition = 2\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n[agent]\ngoal = "test"\n',
      "workflow.star": `
list = command(name = "list", run = "echo '{\\"claims\\": [\\"a\\", \\"b\\", \\"c\\"]}'", emits = {"claims": "list"})
desk = route(
    name = "desk",
    over = list.claims,
    max_fanout = 5,
    depends_on = [list],
    min_confidence = 0.8,
    questions = {"pay": noul(ask = "Pay?")},
)
pay = command(name = "pay", run = "echo {}", over = list.claims, max_fanout = 5, depends_on = [list, desk], when = desk.pay, answers = ["yes"])
rest = command(name = "rest", run = "echo {}", over = list.claims, max_fanout = 5, depends_on = [list, desk], when = desk.pay, otherwise = True)
workflow(type = "playbook", tasks = [list, desk, pay, rest])
`,
    });
    const likely = new Map([
      ["a", 0.9],
      ["b", 0.1],
      ["c", 0.6],
    ]);
    const server = await serverOf(({ body }) => ({
      body: { answers: { pay: { type: "noul", noul: likely.get(body.state.item as string) } } },
    }));
    const ended = await crucible(RUN, folder, bound(server.origin));
    expect(server.asked.map(({ body }) => body.state.item as string).toSorted()).toEqual([
      "a",
      "b",
      "c",
    ]);
    const instances = rowsIn(folder).flatMap(({ task = "", status = "" }) =>
      /^(pay|rest)\[/.test(task) ? [`${task} ${status}`] : [],
    );
    expect(instances.toSorted()).toEqual([
      "pay[a] pass",
      "pay[b] not_taken",
      "pay[c] not_taken",
      "rest[a] not_taken",
      "rest[b] pass",
      "rest[c] pass",
    ]);
    expect(ended.code).toBe(0);
  });
});
