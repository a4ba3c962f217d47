/** What `crucible check` lists of a pack, for somebody who decides whether to run it. */
import { afterAll, describe, expect, it } from "vitest";
import { LINE_WIDTH } from "../src/terminal/wrap.js";
import { folderOf, MANIFEST, pack, removeFolders } from "./support/packs.js";
import { crucible, type Ended } from "./support/recording-terminal.js";

afterAll(removeFolders);

const RICH = `edition = 2
[workflow]
type = "playbook"
file = "workflow.star"
env = ["GH_TOKEN", "GPUS?"]
[repo]
url = "https://example.org/acme/site.git"
[workspace]
setup_cmd = "make deps"
inject = ["tools", { src = "../shared/rules.md", dst = "rules.md", frozen = true }]
[agent]
backend = "local"
harness = "claude"
goal = "try"
[agent.env]
STYLE = "do-not-show-me"
[[secret]]
name = "deploy-key"
env = "DEPLOY_KEY"
[publish]
pr_repo = "acme/site"
`;

const SOURCE = `
found = command(name = "found", run = "true", timeout = "90s", emits = {"nodes": "list"}, emits_files = {"nodes.json": schema_file("nodes.json")})
gate = route(
    name = "gate",
    human = True,
    depends_on = [found],
    questions = {"go": noul(ask = "Go?", drop = ["no", "uncertain"])},
)
go = agent(name = "go", prompt = "Go.", depends_on = [gate], when = gate.go, repair = 2, needs = "gpu")
sort = route(
    name = "sort",
    min_confidence = 0.8,
    files = ["nodes.json"],
    depends_on = [found],
    questions = {"q": noul(ask = "?")},
)
tell = report(name = "tell", destination = {"kind": "slack"})
workflow(type = "playbook", tasks = [found, gate, go, sort, tell])
`;

/** The lines below a heading, up to the next line that is not indented. */
function sectionOf({ stdout }: Ended, title: string): readonly string[] {
  const lines = stdout.split("\n");
  const from = lines.indexOf(title) + 1;
  expect(from, title).toBeGreaterThan(0);
  const length = lines.slice(from).findIndex((line) => !line.startsWith("  "));
  return lines.slice(from, from + length).map((line) => line.trim().replace(/ {2,}/g, " | "));
}

async function checked(env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const folder = folderOf({
    "crucible.toml": RICH,
    "workflow.star": SOURCE,
    "nodes.json": "{}",
    "tools/run.sh": "true\n",
  });
  const ended = await crucible(["check"], folder, { env });
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain("[publish].pr_repo is not supported yet and has no effect");
  return ended;
}

describe("check", () => {
  it("CLI-024: lists every file with its size", async () => {
    expect(sectionOf(await checked(), "files")).toEqual([
      `crucible.toml | ${RICH.length} bytes`,
      "nodes.json | 2 bytes",
      "tools/run.sh | 5 bytes",
      `workflow.star | ${SOURCE.length} bytes`,
    ]);
  });

  it("lists credentials and variables by name, and never a value", async () => {
    const ended = await checked({ GH_TOKEN: "", GPUS: "do-not-show-me" });
    expect(sectionOf(ended, "credentials and variables")).toEqual([
      "secret deploy-key | opaque as DEPLOY_KEY, not set",
      "GH_TOKEN | from the environment, given to commands, empty; a run needs it",
      "GPUS | from the environment, given to commands, set; may be missing",
      "STYLE | set by the manifest, given to agents",
    ]);
    expect(ended.stdout).not.toContain("do-not-show-me");
  });

  it("lists the bounds of a run, of its tasks and of reading the pack", async () => {
    const bounds = sectionOf(await checked(), "bounds");
    expect(bounds).toContain("cost ceiling | none yet: a run needs --max-cost");
    expect(bounds).toContain("attempts at once | 8");
    expect(bounds).toContain("attempts, transport failing | 3");
    expect(bounds).toContain("captured files of the run | 256 MiB");
    expect(bounds).toContain("pack | 10000 files, 64 MiB, folders 64 deep");
    expect(bounds).toContain("compiling: ticks | 10000000");
    expect(bounds).toContain("task found | timeout 90s");
    expect(bounds).toContain("task go | 2 repair turns at most");
  });

  it("lists everything by which a run touches more than its workspace", async () => {
    expect(sectionOf(await checked(), "outside reach")).toEqual([
      "agents | claude on this machine, over the network to its model",
      "repository | https://example.org/acme/site.git",
      "set-up command | make deps",
      "file from outside | ../shared/rules.md as rules.md",
      "pull request | none yet: acme/site is not reached",
      "commands | found: with the rights of whoever runs them",
      "person | asked by gate",
      "decision model | asked by sort, shown nodes.json; unbound, see CRUCIBLE_INFERENCE",
      "report | tell to slack: not supported yet, it fails",
      "capability | gpu for go",
    ]);
  });

  describe("with a decision model", () => {
    const binding = (more: object = {}): string => {
      const url = "https://models.example/v1/decide?token=hidden-in-the-query";
      const bound = { role: "decision", protocol: "decisions", url, model: "jev-1", ...more };
      return JSON.stringify({ version: 1, bindings: [bound] });
    };
    const CREDENTIAL = "hidden-credential";

    it.each([
      ["set", { DECISION_KEY: CREDENTIAL }],
      ["not set", {}],
      ["not set", { DECISION_KEY: "" }],
    ])("says that its credential is %s, and never what it is", async (is, env) => {
      const document = binding({ key_env: "DECISION_KEY" });
      const ended = await checked({ CRUCIBLE_INFERENCE: document, ...env });
      expect(sectionOf(ended, "credentials and variables")).toContain(
        `DECISION_KEY | from the environment, given to the decision model, ${is}`,
      );
      expect(sectionOf(ended, "outside reach").join(" ")).toContain(
        "decision model | asked by sort, shown nodes.json; jev-1 at https://models.example/v1/decide",
      );
      expect(ended.stdout).not.toContain("hidden");
    });

    it("names no credential where the model needs none", async () => {
      const ended = await checked({ CRUCIBLE_INFERENCE: binding() });
      expect(sectionOf(ended, "credentials and variables")).toHaveLength(4);
    });

    it("names none where the plan asks it nothing", async () => {
      const env = { CRUCIBLE_INFERENCE: binding({ key_env: "DECISION_KEY" }) };
      const ended = await crucible(["check"], pack('command(name = "a", run = "true")'), { env });
      expect(ended.stdout).toContain("credentials and variables: none\n");
      expect(ended.stdout).not.toContain("jev-1");
    });

    it("refuses what cannot be followed, without repeating it", async () => {
      const env = { CRUCIBLE_INFERENCE: binding({ modell: "hidden" }) };
      const ended = await crucible(["check"], pack('command(name = "a", run = "true")'), { env });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain("CRUCIBLE_INFERENCE:1:");
      expect(ended.stderr).not.toContain('"hidden"');
    });

    it("is named by plan show beside the bounds, where the plan asks it", async () => {
      const folder = pack(
        'route(name = "a", min_confidence = 0.5, questions = {"q": noul(ask = "?")})',
      );
      const env = { CRUCIBLE_INFERENCE: binding({ key_env: "DECISION_KEY" }) };
      const ended = await crucible(["plan", "show"], folder, { env });
      expect(ended.stdout).toContain(
        "decision model: jev-1 at https://models.example/v1/decide, credential in DECISION_KEY (not set)\n",
      );
    });
  });

  it("is told by plan show as well that a report reaches nobody yet", async () => {
    const folder = pack(
      'command(name = "a", run = "true"), report(name = "tell", destination = {"kind": "slack"})',
    );
    const { stdout } = await crucible(["plan", "show"], folder);
    expect(stdout).toMatch(
      /\n {2}tell +report .*\n +epilogue · its delivery is not supported yet: it fails\n/,
    );
  });

  it("fits 100 columns, whatever files and tasks are called", async () => {
    const folder = pack(`command(name = "${"n".repeat(100)}", run = "true", timeout = "1m")`, {
      [`${"deep/".repeat(20)}${"f".repeat(90)}.txt`]: "x",
    });
    const { code, stdout } = await crucible(["check"], folder);
    expect(code).toBe(0);
    for (const line of stdout.split("\n")) expect([...line].length).toBeLessThanOrEqual(LINE_WIDTH);
  });

  it("says where there is nothing to list", async () => {
    const tasks = 'workflow(type = "playbook", tasks = [agent(name = "a", prompt = "p")])\n';
    const folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": tasks });
    const ended = await crucible(["check"], folder);
    expect(ended.stdout).toContain("credentials and variables: none\n");
    expect(sectionOf(ended, "outside reach")).toEqual([
      "agents | played by the command printf '{}' >PLAN_TASK_RESULT.json",
    ]);
  });
});
