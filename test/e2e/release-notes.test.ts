/** The example that `npm start` runs: what it prints, what its loop and its conversation did, and its plan files. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, readPlanFile } from "@crucible/compiler";
import { readPack } from "@crucible/local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../tracked-files.js";
import { ensureBuilt } from "./support/build.js";
import { crucible, type Ended, exampleFolder, removeFolders } from "./support/command.js";
import { CEILINGS } from "./support/packs.js";

let folder = "";
let ended: Ended;

beforeAll(async () => {
  await ensureBuilt();
  folder = exampleFolder("release-notes");
  ended = await crucible(["plan", "run", ...CEILINGS], folder);
}, 300_000);
afterAll(removeFolders);

/** What a README shows, names of runs made alike. */
function blocks(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return fences.flatMap(([, language, block = ""]) => (language === "" ? [alike(block)] : []));
}

function alike(text: string): string {
  return text
    .replace(/run-[\w-]+/g, "RUN")
    .replaceAll("examples/release-notes/", "")
    .replace("(…)", "(RUN)");
}

interface Line {
  readonly kind: string;
  readonly task?: string;
  readonly status?: string;
}

function log(): readonly Line[] {
  const text = readFileSync(join(folder, "state/session.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

describe("the release notes", () => {
  it("come to a valid verdict in spite of an advisory failure, and print what the READMEs show", async () => {
    expect(ended.stderr).toBe("");
    expect(ended.code).toBe(0);
    const [ofRun, ofGraph] = blocks("examples/release-notes/README.md");
    expect(alike(ended.stdout)).toBe(ofRun);
    const graph = await crucible(["run", "graph"], folder);
    expect(alike(graph.stdout)).toBe(ofGraph);
    const [ofStart = "no block"] = blocks("README.md");
    expect(alike(ended.stdout).endsWith(ofStart)).toBe(true);
  });

  it("reject the first polish, pass the revision, in one conversation (CLI-026)", () => {
    const rows = log().flatMap(({ kind, task, status }) =>
      kind === "task_result" && /^(polish|style)/.test(task ?? "") ? [`${task} ${status}`] : [],
    );
    expect(rows).toEqual([
      "polish[round-1] pass",
      "style[round-1] fail",
      "polish[round-2] pass",
      "style[round-2] pass",
      "polish pass",
      "style pass",
    ]);
    expect(log().filter(({ kind }) => kind === "agent_session")).toMatchObject([
      { session: "writer", action: "started", turn: 0 },
      { session: "writer", action: "resumed", turn: 1 },
      { session: "writer", action: "resumed", turn: 2 },
    ]);
    const git = ["-C", join(folder, "workspace"), "log", "--reverse", "--format=%s"];
    const commits = execFileSync("git", git, { encoding: "utf8" }).trimEnd().split("\n");
    expect(commits.slice(1)).toEqual(
      ["draft", "count", "polish", "polish", "style", "release"].map((name) => `task ${name}`),
    );
    expect(readFileSync(join(folder, "workspace/RELEASE.md"), "utf8")).toMatch(
      /^# Release 1\.4\.0\n\n- Search .*\n- The .*\n- Dates .*\n\n## Upgrading\n/,
    );
  });

  it("take their version from a parameter", async () => {
    const other = exampleFolder("release-notes");
    const args = ["plan", "run", ...CEILINGS, "--param", "version=2.0.0"];
    expect((await crucible(args, other)).code).toBe(0);
    expect(readFileSync(join(other, "workspace/RELEASE.md"), "utf8")).toMatch(
      /^# Release 2\.0\.0\n/,
    );
  });

  it("end before the second turn is paid when the draft misses a change", async () => {
    const other = exampleFolder("release-notes");
    const agent = `case $CRUCIBLE_TASK in draft) echo '- one' >NOTES.md; echo '{"entries": 1}' >PLAN_TASK_RESULT.json;; *) touch ${other}/called;; esac`;
    const { code, stdout } = await crucible(
      ["plan", "run", ...CEILINGS, "--agent-cmd", agent],
      other,
    );
    expect(code).toBe(3);
    expect(stdout).toContain("(exit 1: NOTES.md has 1 entries for 3 changes)");
    expect(stdout).toContain("plan v1: short-circuited at count — spent $0.0000 of $1\n");
    expect(existsSync(join(other, "called"))).toBe(false);
  });
});

describe("the plan files beside them", () => {
  it("plan.toml has the tasks of workflow.star, digest by digest", async () => {
    const pack = await readPack(folder);
    const compiled = compile(pack, { manifest: "crucible.toml" });
    const text = readFileSync(join(folder, "plan.toml"), "utf8");
    const reading = readPlanFile(text, { file: "plan.toml" });
    if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join("; "));
    const { plan } = reading;
    expect([...plan.definitionDigests]).toEqual([...compiled.definitionDigests]);
    expect(plan.params.map(({ name, value }) => [name, value])).toEqual(
      compiled.params.map(({ name, value }) => [name, value]),
    );
  });

  it.each([
    ["plan.toml", "$0.1300"],
    ["one-reviewer.toml", "$0.0500"],
    ["panel.toml", "$0.0600"],
  ])("%s runs under the manifest (CLI-027)", async (file, spent) => {
    const args = ["plan", "run", "--file", file, "--manifest", "crucible.toml"];
    const { code, stdout } = await crucible(args, exampleFolder("release-notes"));
    expect(code).toBe(0);
    expect(stdout).toContain(`\nplan v1: completed — spent ${spent} of $1\nverdict: valid\n`);
    // The one reviewer and the blocking one of the panel agree; the advisory one does not and blocks nothing.
    if (file !== "plan.toml") expect(stdout).toContain('out={"agreed":["audit-changes"]}');
    expect(/ audit-length +fail /.test(stdout)).toBe(file !== "one-reviewer.toml");
  });

  it.each(["one-reviewer.toml", "panel.toml"])(
    "%s ends when its reviewer rejects (CLI-027)",
    async (file) => {
      const other = exampleFolder("release-notes");
      const agent = `if [ $CRUCIBLE_TASK = audit-changes ]; then echo '{"status": "fail", "note": "no"}' >PLAN_TASK_RESULT.json; else sh tools/agent.sh; fi`;
      const args = ["plan", "run", "--file", file, "--manifest", "crucible.toml"];
      const { code, stdout } = await crucible([...args, "--agent-cmd", agent], other);
      expect(code).toBe(3);
      expect(stdout).toMatch(/ gate +blocked .*\(required task audit-changes failed\)\n/);
    },
  );
});
