/** What commands and agents find in their environment. */
import { describe, expect, it } from "vitest";
import {
  agentEnvironment,
  commandEnvironment,
  missingVariables,
} from "../../src/driver/attempt/environment.js";
import type { RunSettings } from "../../src/driver/execution/settings.js";

const settings: RunSettings = {
  edition: 2,
  manifest: null,
  resultFile: true,
  variables: ["TOKEN", "REGION?"],
  secrets: [],
  agentSecrets: ["MODEL_KEY", "ABSENT"],
  agent: { harness: "claude", model: null, effort: null, standIn: null },
  identity: { name: "run-1", displayName: "First", url: "https://example.com" },
  history: [],
};

const host = new Map([
  ["PATH", "/bin"],
  ["HOME", "/home/ada"],
  ["SHELL", "/bin/sh"],
  ["TOKEN", "t"],
  ["MODEL_KEY", "of the host"],
  ["CRUCIBLE_INPUTS", "stale"],
]);

const prepared = (inputsText: string) => ({
  inputsText,
  inputsJson: new TextEncoder().encode(inputsText),
});
const request = { settings, host, task: "build", inputs: prepared("{}") };

describe("the environment of a command", () => {
  it("EXEC-052, EXEC-053: holds four variables of the host, the run's identity, the inputs and the named ones", () => {
    expect(Object.fromEntries(commandEnvironment(request))).toEqual({
      PATH: "/bin",
      HOME: "/home/ada",
      CRUCIBLE_RUN_NAME: "run-1",
      CRUCIBLE_RUN_DISPLAY_NAME: "First",
      CRUCIBLE_UI_BASE_URL: "https://example.com",
      CRUCIBLE_TASK: "build",
      CRUCIBLE_INPUTS: "{}",
      TOKEN: "t",
    });
  });

  it("EXEC-055: holds an optional variable when the host has it", () => {
    const withRegion = new Map([...host, ["REGION", "eu"]]);
    expect(commandEnvironment({ ...request, host: withRegion }).get("REGION")).toBe("eu");
    expect(commandEnvironment(request).has("REGION")).toBe(false);
  });

  it("EXEC-056: is the host's whole environment in edition 1", () => {
    const environment = commandEnvironment({
      ...request,
      settings: { ...settings, edition: 1, variables: [] },
    });
    expect(environment.get("SHELL")).toBe("/bin/sh");
    expect(environment.get("CRUCIBLE_TASK")).toBe("build");
  });

  it("EXEC-050, EXEC-051: repeats inputs of up to 65536 bytes and is without the variable above", () => {
    const at = commandEnvironment({ ...request, inputs: prepared("x".repeat(65_536)) });
    const above = commandEnvironment({ ...request, inputs: prepared("x".repeat(65_537)) });
    expect(at.get("CRUCIBLE_INPUTS")).toHaveLength(65_536);
    expect(above.has("CRUCIBLE_INPUTS")).toBe(false);
  });
});

describe("the environment of an agent", () => {
  it("HARNESS-020: holds the agent's variables and not the workflow's", () => {
    const environment = agentEnvironment(request, new Map([["API_KEY", "k"]]));
    expect(environment.get("API_KEY")).toBe("k");
    expect(environment.has("TOKEN")).toBe(false);
    expect(environment.get("PATH")).toBe("/bin");
  });

  it("holds the secrets that the run names, as the host has them, unless the manifest gives another value", () => {
    const environment = agentEnvironment(request, new Map());
    expect(environment.get("MODEL_KEY")).toBe("of the host");
    expect(environment.has("ABSENT")).toBe(false);
    expect(commandEnvironment(request).has("MODEL_KEY")).toBe(false);
    const given = agentEnvironment(request, new Map([["MODEL_KEY", "of the manifest"]]));
    expect(given.get("MODEL_KEY")).toBe("of the manifest");
  });
});

describe("required variables", () => {
  it("EXEC-054, EXEC-055: are named when the host lacks them, optional ones never", () => {
    expect(missingVariables(settings, host)).toEqual([]);
    expect(missingVariables(settings, new Map())).toEqual(["TOKEN"]);
  });
});
