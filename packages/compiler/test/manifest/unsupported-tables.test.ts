/** Tables without an effect yet are read as the format has them: whatever is wrong with one is said in its place. */
import { describe, expect, test } from "vitest";
import { readManifest } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

/** The errors of a manifest; warnings that a table has no effect are left out. */
function errors(text: string): readonly string[] {
  const reading = readManifest(text);
  if (reading.ok) return [];
  return lines(reading.diagnostics.filter(({ severity }) => severity === "error"));
}

const OPENSHELL = '[agent]\nbackend = "openshell"\n';
const JUDGED = "[agent]\n[repo]\npath = '.'\n[judge]\nmeasure_cmd = 'm'\ndirection = 'lower'\n";

describe("a table of the format", () => {
  test.each([
    [`${JUDGED}tiebreak_direction = 'higher'\nobjective = 'score'\n`],
    [`${JUDGED}[judge.selftest]\ngood_cmd = 'g'\nbad_cmd = 'b'\nruns = 3\n`],
    ["[agent]\n[world]\napply_cmd = 'a'\nsnapshot_cmd = 's'\nrestore_cmd = 'r'\n"],
    ["[agent]\nmcp = ['t']\n[mcp.t]\nbin = 'b'\nargs = ['-x']\nenv = {}\ntools = ['y']\n"],
    ["[agent]\n[outputs.draft-pr]\ncount = 2\ntarget = { fixed = 'a/b' }\n"],
    ["[agent]\n[outputs.gpu-capture]\ncount = 0\n"],
    [
      "[agent]\n[[capabilities.secret]]\nname = 'a'\ncontext = 'broker'\nsystem = 's'\nscope = '*'\n",
    ],
    ["[agent]\n[[agent.relay]]\ndest = 'd'\ntemplate = 't'\n"],
    [
      "[agent]\n[agent.openshell]\nendpoints = ['h:443:rw']\nbinaries = ['git']\ninherit_defaults = false\n",
    ],
    [`${OPENSHELL}[agent.resources]\ngpus = 1\ncpu = '2'\nmemory = '4Gi'\nnode_selector = {}\n`],
    [
      "[agent]\n[agent.hermes]\nmodel = 'm'\n[agent.codex]\nmodel = 'm'\nauth = 'api'\napi_key = 'KEY_1'\n",
    ],
    ["[agent]\n[agent.broker]\nenabled = true\nbin = 'b'\nurl = 'u'\n"],
    ["[agent]\n[agent.broker]\nenabled = false\n"],
    [
      `${OPENSHELL}[[agent.relay]]\ndest = 'r'\nfrom_cmd = 'c'\n[agent.sandbox.gpu_1-a]\nimage = 'i'\nsecrets = ['s']\nrelays = ['r']\nmcp = ['t']\nendpoints = ['e']\nbroker = true\n[[secret]]\nname = 's'\nenv = 'S'\n`,
    ],
    ["[agent]\n[workspace]\n[[workspace.artifact]]\npath = 'p'\nembed = 'e.html'\ntitle = 't'\n"],
    ["[agent]\n[deploy]\nanything = [1]\n[build.x]\ny = 1\n[measure]\n[search]\n[preflight]\n"],
  ])("%j is right", (text) => {
    expect(errors(text)).toEqual([]);
  });
});

describe("a slip in a table without an effect", () => {
  test.each([
    [
      "[agent]\n[repo]\npath = '.'\n[judge]\ndirection = 'lower'\n",
      "4:1: [judge] needs measure_cmd",
    ],
    [
      JUDGED.replace("direction = 'lower'", "directon = 'lower'"),
      '6:1: unknown key "directon" in [judge]; did you mean "direction"?',
    ],
    [
      JUDGED.replace("'lower'", "'down'"),
      '6:13: [judge].direction must be one of "lower", "higher", got "down"',
    ],
    [
      `${JUDGED}[judge.selftest]\nruns = -1\n`,
      "8:8: [judge.selftest].runs must be a whole number of at least 0, got -1",
    ],
    [
      "[agent]\n[world]\nsnapshot_cmd = 's'\n",
      "3:1: [world].snapshot_cmd needs restore_cmd; they come as a pair",
    ],
    [
      "[agent]\n[world]\nrestore_cmd = 's'\n",
      "3:1: [world].restore_cmd needs snapshot_cmd; they come as a pair",
    ],
    ["[agent]\n[mcp.t]\nargs = 'x'\n", "3:8: [mcp.t].args must be a list of strings, got a string"],
    ["[agent]\n[mcp]\nt = 1\n", "3:5: [mcp.t] must be a table, got an integer"],
    [
      "[agent]\n[outputs.draft]\ncount = 1\n",
      "2:10: [outputs.draft] is no kind of output; there are draft-pr, tracker-comment, chat-message, image-push, deploy, workflow-dispatch, gpu-capture",
    ],
    [
      "[agent]\n[outputs.gpu-capture]\ntarget = { fixed = 'x' }\n",
      "3:1: [outputs.gpu-capture] takes no target",
    ],
    [
      "[agent]\n[outputs.deploy]\ncount = 1.5\n",
      "3:9: [outputs.deploy].count must be a whole number of at least 0, got a number",
    ],
    [
      "[agent]\n[[capabilities.secret]]\ncontext = 'agent'\n",
      "2:1: [[capabilities.secret]] needs name",
    ],
    [
      "[agent]\n[capabilities]\nsecrets = []\n",
      '3:1: unknown key "secrets" in [capabilities]; did you mean "secret"?',
    ],
    [
      "[agent]\n[[agent.relay]]\ndest = 'd'\n",
      "2:1: [[agent.relay]] needs one of template, from_file and from_cmd",
    ],
    [
      "[agent]\n[[agent.relay]]\ndest = 'd'\ntemplate = 't'\nfrom_cmd = 'c'\n",
      "5:1: [[agent.relay]] takes one of template, from_file and from_cmd, not template and from_cmd",
    ],
    ["[agent]\n[[agent.relay]]\ntemplate = 't'\n", "2:1: [[agent.relay]] needs dest"],
    [
      "[agent]\n[agent.openshell]\nendpoint = []\n",
      '3:1: unknown key "endpoint" in [agent.openshell]; did you mean "endpoints"?',
    ],
    [
      "[agent]\n[agent.resources]\ngpus = 1\n",
      '2:8: [agent.resources] needs backend = "openshell", got "local"',
    ],
    [
      "[agent]\n[agent.codex]\nauth = 'key'\n",
      '3:8: [agent.codex].auth must be one of "auto", "api", "chatgpt", got "key"',
    ],
    [
      "[agent]\n[agent.codex]\napi_key = 'sk-secret'\n",
      "3:11: [agent.codex].api_key must be the name of a variable, of A-Z, 0-9 and `_`",
    ],
    ["[agent]\n[agent.broker]\nenabled = true\n", "3:1: [agent.broker] is enabled and needs bin"],
    [
      "[agent]\n[agent.sandbox.gpu]\nimage = 'x'\n",
      '2:8: [agent.sandbox] needs backend = "openshell", got "local"',
    ],
    [
      `${OPENSHELL}[agent.sandbox.Gpu]\n`,
      '3:16: [agent.sandbox]: "Gpu" is no name; use 1-64 of a-z, 0-9, `_` and `-`',
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\nimage = ' '\n`,
      "4:9: [agent.sandbox.gpu].image must not be empty",
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\nimages = 'x'\n`,
      '4:1: unknown key "images" in [agent.sandbox.gpu]; did you mean "image"?',
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\nbroker = 'yes'\n`,
      "4:10: [agent.sandbox.gpu].broker must be true or false, got a string",
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\nsecrets = ['s']\n[[secret]]\nname = 's'\n`,
      '4:12: [agent.sandbox.gpu].secrets: no [[secret]] with env is called "s"',
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\nrelays = ['r']\n`,
      '4:11: [agent.sandbox.gpu].relays: no [[agent.relay]] has dest "r"',
    ],
    [
      `${OPENSHELL}[agent.sandbox.gpu]\n[[secret]]\nname = 's'\nenv = 'OPENAI_API_KEY'\n`,
      '3:8: [[secret]] "s" may not be given as OPENAI_API_KEY where there are sandboxes',
    ],
    [
      "[agent]\n[workspace]\n[[workspace.artifact]]\ntitle = 't'\n",
      "3:1: [[workspace.artifact]] needs path",
    ],
  ])("%j", (text, message) => {
    expect(errors(text)).toEqual([`crucible.toml:${message}`]);
  });

  test("a credential put in place of its variable's name is not repeated", () => {
    const text = "[agent]\n[agent.codex]\napi_key = 'sk-secret'\n";
    expect(errors(text).join("\n")).not.toContain("sk-secret");
  });
});
