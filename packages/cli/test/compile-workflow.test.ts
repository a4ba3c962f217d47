/** A source and the tables that it compiles to are one plan. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folderOf, MANIFEST, removeFolders } from "./support/packs.js";
import { crucible } from "./support/recording-terminal.js";

afterAll(removeFolders);

const SOURCE = `
params = {
    "topic": {"type": "string", "default": "slag"},
    "limit": {"type": "int", "default": 3},
    "tags": {"type": "list", "default": ["a", "b"]},
    "note": {"type": "string"},
}

scan = command(name = "scan", run = "./scan.sh", emits = {"items": "list", "tier": ["high", "low"]})
fix = agent(
    name = "fix",
    prompt = "Fix it.\\nTopic:\\n" + param("topic"),
    over = scan.items,
    max_fanout = param("limit"),
    depends_on = [scan],
    isolated = True,
    timeout = "90s",
    repair = 1,
)
report = command(name = "report", run = "./report.sh", depends_on = [fix], join = "settled")
workflow(type = "playbook", tasks = [scan, fix, report], result = scan, history_record = scan)
`;

async function digestOf(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  const { stdout, stderr } = await crucible(["plan", "show", ...args], folder);
  expect(stderr).toBe("");
  return /^digest: (sha256:[0-9a-f]{64})$/m.exec(stdout)?.[1];
}

async function tablesOf(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await crucible(["plan", "compile-workflow", ...args], folder);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return stdout;
}

describe("plan compile-workflow", () => {
  it("PLAN-070: prints tables that give the digest of their source, by themselves", async () => {
    const folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": SOURCE });
    const digest = await digestOf(folder);
    expect(digest).toBeDefined();
    writeFileSync(join(folder, "tables.json"), await tablesOf(folder, "--format", "json"));
    expect(await digestOf(folder, "--file", "tables.json")).toBe(digest);
  });

  it("DSL-105: prints tables that give the digest of their source, in a manifest", async () => {
    const given = ["--param", "topic=ore", "--param", "limit=2", "--param", "note=none"];
    const folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": SOURCE });
    const digest = await digestOf(folder, ...given);
    const tables = await tablesOf(folder, ...given);
    expect(tables).toContain('[workflow]\ntype = "playbook"');
    writeFileSync(join(folder, "tables.toml"), tables);
    expect(await digestOf(folder, "--file", "tables.toml")).toBe(digest);
    const agent = MANIFEST.slice(MANIFEST.indexOf("[agent]"));
    mkdirSync(join(folder, "written"));
    writeFileSync(join(folder, "written/crucible.toml"), `edition = 2\n${tables}\n${agent}`);
    expect(await digestOf(folder, "--manifest", "written/crucible.toml")).toBe(digest);
    expect(await digestOf(folder, "--file", "workflow.star", ...given)).toBe(digest);
  });

  it("gives one text for one source", async () => {
    const folder = folderOf({ "workflow.star": SOURCE });
    const first = await tablesOf(folder, "--file", "workflow.star", "--format", "json");
    expect(await tablesOf(folder, "--file", "workflow.star", "--format", "json")).toBe(first);
    expect(readFileSync(join(folder, "workflow.star"), "utf8")).toBe(SOURCE);
  });

  it.each([
    [[], 1, 'parameter "note" has no value, which TOML cannot say; print JSON'],
    [["--param", "fix.model=small"], 2, "a launch setting is given to the run"],
    [["--format", "yaml"], 2, "Allowed choices are toml, json"],
    [["--file", "plan.toml"], 1, "a plan file is no workflow"],
  ])("refuses %j", async (args, expected, message) => {
    const folder = folderOf({
      "crucible.toml": MANIFEST,
      "workflow.star": SOURCE,
      "plan.toml":
        'version = 1\n[budget]\nusd = 1\n[[task]]\nname = "a"\nkind = "command"\ncommand = "true"\n',
    });
    const { code, stdout, stderr } = await crucible(["plan", "compile-workflow", ...args], folder);
    expect(code).toBe(expected);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });
});
