/** What a manifest says of its agents and what becomes of it: it is handed on, or the agents refuse to be started. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, readManifest } from "@crucible/compiler";
import { describe, expect, it } from "vitest";
import { agentsFor } from "../../src/run/agents.js";
import { temporaryFolder } from "../support/folder.js";

/** A machine that has both agents. */
function machine(): { PATH: string } {
  const folder = temporaryFolder();
  for (const name of ["claude", "codex"]) {
    writeFileSync(join(folder, name), "#!/bin/sh\n");
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: folder };
}

function manifestWith(agent: string): Manifest {
  const reading = readManifest(`edition = 2\n[agent]\ngoal = "test"\n${agent}`);
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join());
  return reading.manifest;
}

/** What each agent has against a turn. */
function problemsOf(agent: string): Readonly<Record<string, readonly string[]>> {
  const agents = Object.entries(agentsFor(manifestWith(agent), machine()));
  const turn = { model: null, effort: null };
  return Object.fromEntries(agents.map(([name, harness]) => [name, harness.check(turn)]));
}

describe("agents of a manifest", () => {
  it("that asks for nothing special have nothing against a turn", () => {
    expect(problemsOf("")).toEqual({ claude: [], codex: [] });
  });

  it("are claude alone where single tools are denied", () => {
    expect(problemsOf('disallowed_tools = ["WebFetch", "Bash(git push:*)"]')).toEqual({
      claude: [],
      codex: ["codex cannot be denied single tools, such as WebFetch"],
    });
  });

  it("refuse to deny a tool that there is only in another spelling", () => {
    expect(problemsOf('disallowed_tools = ["Bash", "webFetch", "AskSomebody"]')["claude"]).toEqual([
      '"webFetch" is no tool that it could be denied; did you mean "WebFetch"?',
    ]);
  });

  it.each([
    ['toolbox_dir = "tools"', "[agent].toolbox_dir"],
    ['toolbox_exclude = ["a"]', "[agent].toolbox_exclude"],
    ['mcp = ["a"]', "[agent].mcp"],
    ['[agent.broker]\nenabled = true\nbin = "b"', "[agent.broker]"],
    ['[[agent.relay]]\ndest = "a"\ntemplate = "b"', "[agent.relay]"],
    ['[agent.codex]\nauth = "api"', "[agent.codex]"],
    ['[[secret]]\nname = "k"\nkind = "file"\npath = "k"', '[[secret]] "k" of kind "file"'],
    ['[[secret]]\nname = "k"\npath = "k"', '[[secret]] "k" with a path'],
  ])("are not started without what %j says of them", (text, name) => {
    const refused = [`${name} is not supported yet`];
    expect(problemsOf(text)).toEqual({ claude: refused, codex: refused });
  });

  it("are none where a command plays them", () => {
    const text = 'backend = "command"\nagent_cmd = "true"\nmcp = ["a"]';
    expect(agentsFor(manifestWith(text), machine())).toEqual({});
  });

  it("say that their program is missing, and what names it", () => {
    const { claude } = agentsFor(manifestWith(""), { PATH: temporaryFolder() });
    expect(claude?.check({ model: null, effort: null })).toEqual([
      "the program claude is not on the PATH; install it or name it in CRUCIBLE_CLAUDE",
    ]);
  });
});
