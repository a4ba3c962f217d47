/** The command line itself: help, version, and what a slip of the fingers is answered with. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LINE_WIDTH } from "../src/terminal/wrap.js";
import { packageVersion } from "../src/version.js";
import { crucible } from "./support/recording-terminal.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crucible-cli-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("help", () => {
  it.each([
    ["--help"],
    ["plan --help"],
    ["plan params --help"],
    ["plan show --help"],
    ["plan compile-workflow --help"],
    ["plan dsl-reference --help"],
    ["plan run --help"],
    ["runs --help"],
    ["run --help"],
    ["run show --help"],
    ["run graph --help"],
    ["run halt --help"],
    ["run stop --help"],
    ["run resume --help"],
    ["run rerun --help"],
  ])("%s fits", async (line) => {
    const { code, stdout, stderr } = await crucible(line.split(" "), folder);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^Usage: crucible/);
    for (const one of stdout.split("\n")) expect([...one].length).toBeLessThanOrEqual(LINE_WIDTH);
  });

  it("shows examples and exit codes to a stranger", async () => {
    const { stdout } = await crucible(["--help"], folder);
    expect(stdout).toContain("crucible plan run --max-cost 2 --max-time 20m");
    expect(stdout).toMatch(/0 valid, 1 could not run, 2 wrong command line, 3 ran without/);
  });

  it("in place of a command is a usage error", async () => {
    const { code, stdout, stderr } = await crucible([], folder);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^Usage: crucible/);
  });
});

describe("--version", () => {
  it("prints the package's version", async () => {
    const ended = await crucible(["--version"], folder);
    expect(ended).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: "" });
    expect(packageVersion()).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe("a slip", () => {
  it.each([
    ["plna", 'error: unknown command "plna"; did you mean plan?'],
    ["rnus", 'error: unknown command "rnus"; did you mean runs?'],
    ["run shwo", 'error: unknown command "shwo"; did you mean show?'],
    ["run resume --max-csot 3", 'error: unknown option "--max-csot"; did you mean --max-cost?'],
    ["run halt", "error: a run must be named; `crucible runs` lists them"],
    ["run rerun x --from", 'error: option "--from <task>" argument missing'],
    ["plan parms", 'error: unknown command "parms"; did you mean params?'],
    ["--versoin", 'error: unknown option "--versoin"; did you mean --version?'],
    ["plan params --fil x", 'error: unknown option "--fil"; did you mean --file?'],
    ["plan params", "error: plan params needs --file <workflow source>"],
    ["plan params --file x y", 'error: unexpected argument "y"'],
    [
      "check examples/hello",
      'error: unexpected argument "examples/hello"; --manifest names a pack',
    ],
    ["plan show flow.star", 'error: unexpected argument "flow.star"; --file names a source'],
    ["pl\u001b[31m\u200ban", 'error: unknown command "pl\\u{1b}[31m\\u{200b}an"'],
    ["check --\u009b2J", 'error: unknown option "--\\u{9b}2J"'],
  ])("%s", async (line, message) => {
    const { code, stdout, stderr } = await crucible(line.split(" "), folder);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).toContain("--help lists what there is");
  });
});

describe("check", () => {
  const agent = '[agent]\nbackend = "command"\nagent_cmd = "true"\ngoal = "try"\n';
  const workflow = '[workflow]\ntype = "playbook"\nfile = "workflow.star"\n';

  it("says that a pack is sound, and what its plan is called (CLI-024)", async () => {
    writeFileSync(join(folder, "crucible.toml"), `edition = 2\n${workflow}${agent}`);
    writeFileSync(
      join(folder, "workflow.star"),
      'workflow(type = "playbook", tasks = [command(name = "a", run = "true")])\n',
    );
    const { code, stdout, stderr } = await crucible(["check"], folder);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^crucible\.toml: sound — playbook, 1 task\n/);
    expect(stdout).toMatch(/\ndigest: sha256:[0-9a-f]{64}\n$/);
  });

  it("shows the first fifty of many findings and counts the rest", async () => {
    const keys = Array.from({ length: 80 }, (_, index) => `unheard_of_${index} = 1\n`).join("");
    writeFileSync(join(folder, "crucible.toml"), `edition = 2\n${workflow}${agent}${keys}`);
    const { code, stdout, stderr } = await crucible(["check"], folder);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.match(/^crucible\.toml:\d+:1: /gm)).toHaveLength(50);
    expect(stderr).toMatch(/\nand 30 more\n$/);
  });

  it("never lets a pack speak to the terminal", async () => {
    writeFileSync(join(folder, "crucible.toml"), `edition = 2\n${workflow}${agent}`);
    writeFileSync(join(folder, "workflow.star"), 'fail("\\u001b[2J")  # \u001b[2J\n');
    const { code, stderr } = await crucible(["check"], folder);
    expect(code).toBe(1);
    expect(stderr).not.toContain("\u001b");
    expect(stderr).toContain("\\u{1b}[2J");
  });
});

describe("plan params", () => {
  const write = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text);
    return name;
  };

  it("prints the schema of a source that does not compile (CLI-016)", async () => {
    const file = write("broken.star", 'params = {"n": {"type": "int", "default": 3}}\nagnt(\n');
    const { code, stdout } = await crucible(["plan", "params", "--file", file], folder);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: "object",
      properties: { n: { type: "integer", default: 3 } },
      required: [],
    });
  });

  it("prints a schema without properties where there is no block", async () => {
    const file = write("none.star", "x = 1\n");
    const { stdout } = await crucible(["plan", "params", "--file", file], folder);
    expect(JSON.parse(stdout)).toMatchObject({ properties: {}, required: [] });
  });

  it("points into a block that is wrong", async () => {
    const file = write("wrong.star", 'params = {"n": {"type": "strin"}}\n');
    const { code, stdout, stderr } = await crucible(["plan", "params", "--file", file], folder);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^wrong\.star:1:25: .*"strin".*did you mean "string"\?$/),
      '    params = {"n": {"type": "strin"}}',
      "                            ^^^^^^^",
      "",
    ]);
  });

  it.each([
    ["absent.star", "cannot read absent.star: there is no such file"],
    [".", "cannot read .: it is a folder"],
    ["bytes.star", "bytes.star is not UTF-8 text"],
    ["crucible.toml", "crucible.toml is no workflow source: the name of one ends in .star"],
  ])("refuses %s", async (file, message) => {
    write("crucible.toml", "edition = 2\n");
    write("bytes.star", Uint8Array.of(0x78, 0xff));
    const ended = await crucible(["plan", "params", "--file", file], folder);
    expect(ended).toEqual({ code: 1, stdout: "", stderr: `error: ${message}\n` });
  });
});
