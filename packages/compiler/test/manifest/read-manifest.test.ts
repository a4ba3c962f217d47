import { describe, expect, test } from "vitest";
import { type Manifest, readManifest } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

function read(text: string): Manifest {
  const reading = readManifest(text);
  if (!reading.ok) throw new Error(lines(reading.diagnostics).join("\n"));
  return reading.manifest;
}

function errors(text: string): string[] {
  const reading = readManifest(text);
  if (reading.ok) return [];
  return lines(reading.diagnostics.filter(({ severity }) => severity === "error"));
}

const AGENT = '[agent]\nbackend = "command"\nagent_cmd = "./role.sh"\n';

describe("a manifest", () => {
  test("the smallest one has an [agent] table and the defaults", () => {
    expect(read("[agent]\n")).toEqual({
      file: "crucible.toml",
      edition: 1,
      workspace: { dir: "workspace", inject: [], carryForward: [] },
      agent: { backend: "local", harness: "claude", env: new Map(), sandboxes: [] },
      secrets: [],
      components: [],
      judged: false,
      unsupported: [],
    });
  });

  test("every key in scope is read", () => {
    const text = `
edition = 2
[repo]
url = "https://example.org/a.git"
ref = "main"
[workspace]
dir = "./work/tree"
setup_cmd = "make setup"
inject = ["a.sh", "./tools/", "data/*.json", { src = "../x", dst = "y/x" }, { src = "b", dst = "b", frozen = false }]
carry_forward = ["out/log.txt"]
[agent]
backend = "command"
agent_cmd = "./role.sh"
harness = "codex"
model = "gpt-5"
reasoning_effort = "high"
goal = "do it"
env = { KEY = "value" }
[agent.overrides]
effort = true
models = ["a", "b"]
[workflow]
type = "playbook"
file = "workflow.star"
env = ["GH_TOKEN", "GPUS?"]
[publish]
pr_repo = "owner/repo"
[[secret]]
name = "slack"
env = "SLACK_TOKEN"
[[secret]]
name = "kube"
kind = "kubeconfig"
path = "kube/config"
`;
    expect(read(text)).toEqual({
      file: "crucible.toml",
      edition: 2,
      repo: { url: "https://example.org/a.git", ref: "main" },
      workspace: {
        dir: "work/tree",
        setupCommand: "make setup",
        inject: [
          { kind: "pattern", pattern: "a.sh" },
          { kind: "pattern", pattern: "tools" },
          { kind: "pattern", pattern: "data/*.json" },
          { kind: "file", source: "../x", destination: "y/x", frozen: true },
          { kind: "file", source: "b", destination: "b", frozen: false },
        ],
        carryForward: ["out/log.txt"],
      },
      agent: {
        backend: "command",
        agentCommand: "./role.sh",
        harness: "codex",
        model: "gpt-5",
        reasoningEffort: "high",
        goal: "do it",
        env: new Map([["KEY", "value"]]),
        sandboxes: [],
        overrides: { harness: false, model: true, effort: true, tasks: true, models: ["a", "b"] },
      },
      workflow: {
        type: "playbook",
        file: "workflow.star",
        env: [
          { name: "GH_TOKEN", optional: false },
          { name: "GPUS", optional: true },
        ],
      },
      publish: { pullRequestRepo: "owner/repo" },
      secrets: [
        { name: "slack", kind: "opaque", env: "SLACK_TOKEN" },
        { name: "kube", kind: "kubeconfig", path: "kube/config" },
      ],
      components: [],
      judged: false,
      unsupported: ['[[secret]] "kube" of kind "kubeconfig"', "[publish].pr_repo"],
    });
    const reading = readManifest(text);
    expect(reading.ok && lines(reading.warnings)).toEqual([
      "crucible.toml:10:1: warning: [workspace].carry_forward is not supported yet: a run refuses it",
      "crucible.toml:27:1: warning: [publish].pr_repo is not supported yet and has no effect",
      'crucible.toml:33:1: warning: [[secret]] "kube" of kind "kubeconfig" is not supported yet and has no effect',
    ]);
  });

  test("PLAN-050, PLAN-056: a playbook needs no judge, no repository and no goal", () => {
    expect(errors(`${AGENT}[workflow]\ntype = "playbook"\nfile = "w.star"\n`)).toEqual([]);
  });
});

describe("PLAN-071: a key nobody knows is an error in its place, with the nearest known one", () => {
  test.each([
    [
      "edtion = 2\n",
      'crucible.toml:1:1: unknown key "edtion" at the top level; did you mean "edition"?',
    ],
    ["[agnt]\n", 'crucible.toml:1:2: unknown key "agnt" at the top level; did you mean "agent"?'],
    [
      '[agent]\nagentcmd = "x"\n',
      'crucible.toml:2:1: unknown key "agentcmd" in [agent]; did you mean "agent_cmd"?',
    ],
    [
      "[agent]\noverrides = { modls = [] }\n",
      'crucible.toml:2:15: unknown key "modls" in [agent.overrides]; did you mean "models"?',
    ],
    [
      "[agent]\n[workspace]\nsetup = 'x'\n",
      'crucible.toml:3:1: unknown key "setup" in [workspace]',
    ],
    [
      "[agent]\n[workspace]\ninject = [{src = 'a', dst = 'b', frozn = true}]\n",
      'crucible.toml:3:34: unknown key "frozn" in [[workspace.inject]]; did you mean "frozen"?',
    ],
    [
      "[agent]\n[repo]\npath = '.'\nrev = 'x'\n",
      'crucible.toml:4:1: unknown key "rev" in [repo]; did you mean "ref"?',
    ],
    [
      "[agent]\n[[secret]]\nname = 'x'\nknd = 'file'\n",
      'crucible.toml:4:1: unknown key "knd" in [[secret]]; did you mean "kind"?',
    ],
    [
      "[agent]\n[workflow]\ntype='playbook'\nfile='w'\nenvs = []\n",
      'crucible.toml:5:1: unknown key "envs" in [workflow]; did you mean "env"?',
    ],
  ])("%j", (text, message) => {
    expect(errors(text)).toContain(message);
  });
});

describe("one slip is one error: a misspelt key is not reported missing as well", () => {
  test.each([
    ["[agnt]\n", 'crucible.toml:1:2: unknown key "agnt" at the top level; did you mean "agent"?'],
    [
      "[agent]\nbackend = 'command'\nagent_cm = 'x'\n",
      'crucible.toml:3:1: unknown key "agent_cm" in [agent]; did you mean "agent_cmd"?',
    ],
    [
      "[agent]\n[repo]\nurll = 'https://x/y'\n",
      'crucible.toml:3:1: unknown key "urll" in [repo]; did you mean "url"?',
    ],
    [
      "[agent]\n[workspace]\ninject = [{ src = 'a', dts = 'b' }]\n",
      'crucible.toml:3:24: unknown key "dts" in [[workspace.inject]]; did you mean "dst"?',
    ],
    [
      "[agent]\n[[secret]]\nnam = 'x'\n",
      'crucible.toml:3:1: unknown key "nam" in [[secret]]; did you mean "name"?',
    ],
    [
      "[agent]\n[workflow]\ntype='playbook'\nfle='w'\n",
      'crucible.toml:4:1: unknown key "fle" in [workflow]; did you mean "file"?',
    ],
  ])("%j", (text, message) => {
    expect(errors(text)).toEqual([message]);
  });

  test("an unknown key that is near to nothing excuses nothing", () => {
    expect(errors("[agent]\n[[secret]]\ncolour = 'x'\n")).toEqual([
      "crucible.toml:2:1: [[secret]] needs name",
      'crucible.toml:3:1: unknown key "colour" in [[secret]]',
    ]);
  });
});

describe("a word that is none of those allowed", () => {
  const sandbox = "[agent.sandbox.s]\nimage = 'i'\n";

  test.each([
    ["[workflow]\ntype = 'playbok'\nfile = 'w'\n[agent]\n", "[workflow].type"],
    [`[agent]\nbackend = 'comand'\nagent_cmd = 'x'\n`, "[agent].backend"],
    [`[agent]\nbackend = 'openshel'\n${sandbox}`, "[agent].backend"],
    ["[agent]\nbackend = 1\nagent_cmd = 'x'\n", "[agent].backend"],
  ])("%j is one finding: nothing is held against what it would default to", (text, subject) => {
    const reading = readManifest(text);
    const found = reading.ok ? reading.warnings : reading.diagnostics;
    const about = lines(found).filter((line) => !line.includes("is not supported yet"));
    expect(about).toEqual([expect.stringContaining(`${subject} must be`)]);
  });
});

describe("a manifest that does not hold together", () => {
  test.each([
    ["", "crucible.toml:1:1: the manifest needs an [agent] table"],
    ["edition = 3\n[agent]\n", "crucible.toml:1:11: edition must be 1 or 2"],
    [
      '[agent]\nbackend = "comand"\n',
      'crucible.toml:2:11: [agent].backend must be one of "local", "openshell", "command", got "comand"; did you mean "command"?',
    ],
    [
      '[agent]\nbackend = "command"\n',
      'crucible.toml:2:1: [agent].backend = "command" needs agent_cmd',
    ],
    [
      "[agent]\ngoal = 'a'\ngoal_file = 'b'\n",
      "crucible.toml:3:1: [agent] takes goal or goal_file, not both",
    ],
    ["[agent]\nmodel = '-x'\n", 'crucible.toml:2:9: [agent].model "-x" is no model name'],
    [
      "[agent]\nenv = { 'A B' = 'x' }\n",
      'crucible.toml:2:9: [agent].env: "A B" is no environment variable name',
    ],
    [
      "[agent]\nenv = { A = 1 }\n",
      "crucible.toml:2:13: [agent].env.A must be a string, got an integer",
    ],
    ["agent = 1\n", "crucible.toml:1:9: [agent] must be a table, got an integer"],
    [
      "[agent]\n[repo]\n",
      "crucible.toml:2:1: [repo] needs url or path; only a playbook may omit it",
    ],
    [
      "[agent]\n[repo]\nurl = 'https://x/y'\npath = '.'\n",
      "crucible.toml:4:1: [repo] takes exactly one of url or path, not both",
    ],
    [
      "[agent]\n[repo]\nurl = 'ext::sh -c id'\n",
      'crucible.toml:3:7: [repo].url "ext::sh -c id" is no repository address',
    ],
    [
      "[agent]\n[repo]\npath = '.'\nref = '--upload-pack=x'\n",
      'crucible.toml:4:7: [repo].ref "--upload-pack=x" is no git ref',
    ],
    [
      "[agent]\n[workspace]\ndir = '../out'\n",
      'crucible.toml:3:7: [workspace].dir "../out" must be a directory below the manifest\'s',
    ],
    [
      "[agent]\n[workspace]\ninject = ['/etc/passwd']\n",
      'crucible.toml:3:11: [workspace].inject entry "/etc/passwd" must stay under the manifest dir; inject from outside it with a table naming src and dst',
    ],
    [
      "[agent]\n[workspace]\ninject = ['']\n",
      'crucible.toml:3:11: [workspace].inject entry "" must stay under the manifest dir; inject from outside it with a table naming src and dst',
    ],
    [
      "[agent]\n[workspace]\ninject = [{ src = 'a', dst = '../b' }]\n",
      'crucible.toml:3:30: [[workspace.inject]].dst "../b" must stay in the workspace',
    ],
    [
      "[agent]\n[workspace]\ninject = [{ src = 'a' }]\n",
      "crucible.toml:3:11: [[workspace.inject]] needs dst",
    ],
    [
      "[agent]\n[[secret]]\nname = 'a b'\n",
      'crucible.toml:3:8: [[secret]].name "a b" is no secret name; use 1-96 letters, digits, `.`, `_` or `-`',
    ],
    [
      "[agent]\n[[secret]]\nname = 'a'\n[[secret]]\nname = 'A'\n",
      'crucible.toml:5:8: [[secret]].name "A" is taken; case does not tell names apart',
    ],
    [
      "[agent]\n[[secret]]\nname = 'a'\nkind = 'file'\nenv = 'X'\n",
      'crucible.toml:5:7: [[secret]].env is only for secrets of kind "opaque"',
    ],
    [
      "[agent]\n[publish]\npr_repo = 'x'\n",
      'crucible.toml:3:11: [publish].pr_repo "x" must be written owner/repo',
    ],
    [
      "[agent]\n[workflow]\ntype = 'playbook'\n",
      "crucible.toml:2:1: [workflow] needs file, the workflow source, or [[workflow.task]] tables",
    ],
    [
      "[agent]\n[workflow]\ntype = 'playbook'\nfile = ''\n",
      "crucible.toml:4:8: [workflow].file must not be empty",
    ],
    [
      "[agent]\n[workflow]\ntype = 'playbok'\nfile = 'w'\n",
      'crucible.toml:3:8: [workflow].type must be one of "autoresearch", "custom", "playbook", got "playbok"; did you mean "playbook"?',
    ],
    [
      "[agent]\n[budget]\nusd = 5\n",
      "crucible.toml:2:2: a pack declares no ceiling; --max-cost and --max-time belong to the launch",
    ],
  ])("%j", (text, message) => {
    expect(errors(text)).toContain(message);
  });

  test("all errors are reported at once, in reading order", () => {
    expect(errors("edition = 3\n[agent]\nmodl = 1\nharness = 2\n")).toHaveLength(3);
  });

  test("PLAN-078: an environment list belongs to edition 2", () => {
    const workflow = "[workflow]\ntype = 'playbook'\nfile = 'w.star'\nenv = ['A']\n";
    expect(errors(`[agent]\n${workflow}`)).toEqual([
      "crucible.toml:5:1: [workflow].env needs edition = 2 at the top of the manifest",
    ]);
    expect(errors(`edition = 2\n[agent]\n${workflow}`)).toEqual([]);
  });

  test.each([
    ["env = ['A', 'A?']", "crucible.toml:6:13: [workflow].env names A twice"],
    ["env = ['A-B']", 'crucible.toml:6:8: [workflow].env: "A-B" is no environment variable name'],
    ["env = 'A'", "crucible.toml:6:7: [workflow].env must be a list of strings, got a string"],
  ])("PLAN-077: %s", (env, message) => {
    const text = `edition = 2\n[agent]\n[workflow]\ntype = 'playbook'\nfile = 'w'\n${env}\n`;
    expect(errors(text)).toEqual([message]);
  });

  test("PLAN-051, PLAN-052: judge and playbook exclude each other", () => {
    const judge = "[judge]\nmeasure_cmd = 'm'\ndirection = 'lower'\n[repo]\npath = '.'\n";
    expect(errors(`[agent]\n[workflow]\nfile = 'w'\n`)).toEqual([
      'crucible.toml:2:2: [workflow] type = "autoresearch" needs a [judge]; without one only type = "playbook" runs',
    ]);
    expect(errors(`[agent]\n${judge}[workflow]\ntype='playbook'\nfile = 'w'\n`)).toContain(
      'crucible.toml:2:2: [workflow] type = "playbook" runs once and scores nothing; remove [judge]',
    );
    expect(errors(`[agent]\n${judge}[workflow]\nfile = 'w'\n`)).toEqual([]);
  });

  test.each(["task = []", "result = 'a'", "history_record = 'a'", "params = {}"])(
    "a file and a graph of the manifest's own exclude each other: %s",
    (line) => {
      const text = `[agent]\n[workflow]\ntype = 'playbook'\nfile = 'w.star'\n${line}\n`;
      const key = line.split(" ")[0];
      expect(errors(text)).toEqual([
        `crucible.toml:5:1: [workflow] takes a file or its own ${key}, not both`,
      ]);
    },
  );
});

describe("tools that an agent is denied", () => {
  test("are read as they are written: names, and uses of one", () => {
    const reading = readManifest(
      '[agent]\ngoal = "g"\ndisallowed_tools = ["WebFetch", "Bash(git push:*)", "mcp__a__b"]\n',
    );
    expect(reading.ok && reading.manifest.agent.disallowedTools).toEqual([
      "WebFetch",
      "Bash(git push:*)",
      "mcp__a__b",
    ]);
    expect(reading.ok && reading.warnings).toEqual([]);
  });

  test.each(["", "--model", "Bash, Read", "Bash(", "Bash()", "Bash(a\\nb)"])(
    "%j names none and is refused in its place",
    (rule) => {
      expect(errors(`[agent]\ndisallowed_tools = ["Read", "${rule}"]\n`)).toEqual([
        expect.stringContaining("crucible.toml:2:29: [agent].disallowed_tools: "),
      ]);
    },
  );

  test("have no effect on a command that plays the agents", () => {
    const reading = readManifest(
      '[agent]\nbackend = "command"\nagent_cmd = "a"\ngoal = "g"\ndisallowed_tools = ["Bash"]\n',
    );
    expect(reading.ok && lines(reading.warnings)).toEqual([
      'crucible.toml:5:1: warning: [agent].disallowed_tools has no effect with backend = "command"',
    ]);
  });
});

describe("PLAN-084: a playbook without a goal is reported", () => {
  const workflow = "[workflow]\ntype = 'playbook'\nfile = 'w.star'\n";
  const warnings = (text: string): string[] => {
    const reading = readManifest(text);
    if (!reading.ok) throw new Error(lines(reading.diagnostics).join("\n"));
    return lines(reading.warnings);
  };

  test("once, at its [agent] table, and it still compiles", () => {
    expect(warnings(`${workflow}[agent]\n`)).toEqual([
      "crucible.toml:4:2: warning: [agent] has no goal; say what the work is for with goal or goal_file",
    ]);
  });

  test.each(["goal = 'x'", "goal_file = 'goal.md'"])("unless it has one: %s", (line) => {
    expect(warnings(`${workflow}[agent]\n${line}\n`)).toEqual([]);
  });

  test("a manifest without a workflow needs none", () => {
    expect(warnings("[agent]\n")).toEqual([]);
  });
});

describe("a manifest of several components", () => {
  const workflow = "[workflow]\ntype = 'playbook'\nfile = 'w.star'\n";
  const agent = "[agent]\ngoal = 'x'\n";

  test("PLAN-072, PLAN-074: needs no judge; each component may have a publish target", () => {
    const text = `${workflow}${agent}
[[component]]
domain = "api"
repo = { url = "https://example.org/api.git", ref = "main" }
workspace = { setup_cmd = "make" }
pr_repo = "owner/api"
[[component]]
domain = "site"
repo = { path = "../site" }
workspace = { dir = "site" }
`;
    expect(read(text).components).toEqual([
      {
        domain: "api",
        repo: { url: "https://example.org/api.git", ref: "main" },
        workspace: { dir: "workspace/api", setupCommand: "make", inject: [], carryForward: [] },
        publish: { pullRequestRepo: "owner/api" },
      },
      {
        domain: "site",
        repo: { path: "../site" },
        workspace: { dir: "site", inject: [], carryForward: [] },
      },
    ]);
  });

  const two = (first: string, top = ""): string =>
    `${top}${workflow}${agent}[[component]]\ndomain = 'a'\n[[component]]\n${first}\n`;
  test.each([
    [
      `${agent}[[component]]\ndomain = 'a'\n`,
      "crucible.toml:3:3: [[component]] stands at least twice; a single one needs no component",
    ],
    [two("domain = 'a'"), 'crucible.toml:9:10: [[component]].domain "a" is taken'],
    [
      two("domain = 'a/b'"),
      'crucible.toml:9:10: [[component]].domain "a/b" is no name; use 1-64 letters, digits, `.`, `_` or `-`',
    ],
    [
      two("dmain = 'b'"),
      'crucible.toml:9:1: unknown key "dmain" in [[component]]; did you mean "domain"?',
    ],
    [two(""), "crucible.toml:8:1: [[component]] needs domain, its name"],
    [
      two("domain = 'b'\npr_repo = 'x'"),
      'crucible.toml:10:11: [[component]].pr_repo "x" must be written owner/repo',
    ],
    [
      two("domain = 'b'\nrepo = {}"),
      "crucible.toml:10:8: [repo] needs url or path; only a playbook may omit it",
    ],
    [
      two("domain = 'b'", "repo = { path = '.' }\n"),
      "crucible.toml:1:1: a manifest of components takes no [repo]; it belongs to each [[component]]",
    ],
    [
      two("domain = 'b'", "publish = { pr_repo = 'a/b' }\n"),
      "crucible.toml:1:1: a manifest of components takes no [publish]; it belongs to each [[component]]",
    ],
    [
      two("domain = 'b'", "workspace = { carry_forward = ['x'] }\n"),
      "crucible.toml:1:15: a manifest of components takes no [workspace].carry_forward",
    ],
    [
      two("domain = 'b'\nworkspace = { carry_forward = ['x'] }"),
      "crucible.toml:10:15: a component carries nothing forward; remove carry_forward",
    ],
  ])("%j", (text, message) => {
    expect(errors(text)).toEqual([message]);
  });
});

describe("a table outside the scope is named, never passed over", () => {
  test.each([
    ["[agent]\n[deploy]\nx = 1\n", "[deploy]"],
    ["[agent]\n[build.image]\nx = 1\n", "[build]"],
    ["[agent]\n[outputs.draft-pr]\ncount = 1\n", "[outputs]"],
    ["[agent]\n[[capabilities.secret]]\nname = 'a'\n", "[capabilities]"],
    ["[agent]\n[agent.openshell]\nendpoints = []\n", "[agent.openshell]"],
    ["[agent]\n[[agent.relay]]\ndest = 'x'\nfrom_file = 'y'\n", "[agent.relay]"],
    ["[agent]\nmcp = ['a']\n", "[agent].mcp"],
    ["[agent]\n[workspace]\n[[workspace.artifact]]\npath = 'x'\n", "[workspace.artifact]"],
  ])("%j", (text, name) => {
    const reading = readManifest(text);
    if (!reading.ok) throw new Error(lines(reading.diagnostics).join("\n"));
    expect(reading.manifest.unsupported).toEqual([name]);
    expect(reading.warnings.map((warning) => warning.message)).toEqual([
      `${name} is not supported yet and has no effect`,
    ]);
  });
});

test("a manifest that is not TOML is refused in its place", () => {
  expect(errors("[agent\n")[0]).toMatch(/^crucible\.toml:1:\d+: not TOML: /);
});

test("a manifest larger than its bound is refused unread", () => {
  expect(errors("#".repeat(1_048_577))).toEqual(["crucible.toml is larger than 1048576 bytes"]);
});
