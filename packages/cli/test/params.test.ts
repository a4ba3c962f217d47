/** Parameters from options and files: which value wins, and what is refused before anything is compiled or run. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crucible, type Ended } from "./support/recording-terminal.js";

const SOURCE = `params = {
    "repo": {"type": "string", "required": True, "doc": "where to look"},
    "limit": {"type": "integer", "default": 3, "max": 10},
}
look = agent(name = "look", prompt = "Look at " + param("repo"))
workflow(type = "playbook", tasks = [look])
`;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crucible-params-"));
  writeFileSync(join(folder, "workflow.star"), SOURCE);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function show(...args: string[]): Promise<Ended> {
  return crucible(["plan", "show", "--file", "workflow.star", ...args], folder);
}

function write(text: string): string {
  writeFileSync(join(folder, "params.json"), text);
  return "params.json";
}

describe("parameters", () => {
  it("come from --param (CLI-014)", async () => {
    const { code, stdout } = await show("--param", "repo=acme/site", "--param", "limit=5");
    expect(code).toBe(0);
    expect(stdout).toContain('  repo                 "acme/site" (supplied)');
    expect(stdout).toContain("  limit                5 (supplied)");
  });

  it("come from a file, and --param wins", async () => {
    const file = write('{"repo": "from/file", "limit": 4}');
    const { code, stdout } = await show("--params-file", file, "--param", "limit=5");
    expect(code).toBe(0);
    expect(stdout).toContain('"from/file" (supplied)');
    expect(stdout).toContain("  limit                5 (supplied)");
  });

  it("that are missing are named with what they are for", async () => {
    const { code, stdout, stderr } = await show();
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^workflow\.star:2:\d+: .*"repo".*where to look/);
  });

  it("that nobody declared are refused with the nearest name (CLI-014)", async () => {
    const { code, stderr } = await show("--param", "rpeo=x");
    expect(code).toBe(1);
    expect(stderr).toContain('no parameter "rpeo" is declared; did you mean "repo"?');
  });

  it("of the wrong kind are refused", async () => {
    const { code, stderr } = await show("--param", "repo=x", "--param", "limit=eleven");
    expect(code).toBe(1);
    expect(stderr).toContain("limit");
  });

  it("with a dot address a setting, which the plan must allow (CLI-015)", async () => {
    const { code, stderr } = await show("--param", "repo=x", "--param", "lok.model=small");
    expect(code).toBe(1);
    expect(stderr).toContain("lok.model");
  });

  it.each([
    ["--param", ["repo"], '--param "repo" is not name=value'],
    ["--param twice", ["repo=a", "--param", "repo=b"], '--param "repo" is given twice'],
  ])("%s: a usage error", async (_what, [value = "", ...more], message) => {
    const { code, stderr } = await show("--param", value, ...more);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${message}`);
  });
});

describe("a parameter file", () => {
  it.each([
    ["[1]", /^params\.json:1:1: /],
    ['{"repo": "a",}', /^params\.json:1:14: /],
    ['{"repo": "a", "repo": "b"}', /^params\.json:1:15: .*repo/],
  ])("%s is refused at its place", async (text, message) => {
    const { code, stderr } = await show("--params-file", write(text));
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  it("that is not there is refused", async () => {
    const endless = await show("--params-file", "/dev/zero");
    expect(endless.code).toBe(1);
    expect(endless.stderr).toContain("/dev/zero is larger than 16777216 bytes");
    const { code, stderr } = await show("--params-file", "absent.json");
    expect(code).toBe(1);
    expect(stderr).toBe("error: cannot read absent.json: there is no such file\n");
  });
});

describe("which plan", () => {
  it("is the manifest of the current folder unless one is named", async () => {
    const { code, stderr } = await crucible(["check"], folder);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: cannot read crucible.toml: there is no such file; --manifest names the manifest of a pack elsewhere\n",
    );
  });

  it("must be text", async () => {
    writeFileSync(join(folder, "latin.toml"), Uint8Array.of(0x61, 0xe9, 0x0a));
    const { code, stderr } = await crucible(["check", "--manifest", "latin.toml"], folder);
    expect(code).toBe(1);
    expect(stderr).toBe("error: latin.toml is not UTF-8 text\n");
  });

  it.each([
    ["check --manifest no/crucible.toml", "cannot read no/crucible.toml: there is no such file"],
    ["check --manifest .", "cannot read .: it is a folder"],
    ["plan show --file no.star", "cannot read no.star: there is no such file"],
  ])("%s is refused before its folder is read as a pack", async (line, message) => {
    symlinkSync("nowhere", join(folder, "link"));
    const ended = await crucible(line.split(" "), folder);
    rmSync(join(folder, "link"));
    expect(ended).toEqual({ code: 1, stdout: "", stderr: `error: ${message}\n` });
  });
});
