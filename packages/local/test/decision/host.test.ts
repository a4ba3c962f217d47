/** Which decision model a host of this machine has: the one that is given, else the one that the variable binds. */
import { readManifest } from "@crucible/compiler";
import type { Plan } from "@crucible/core";
import type { LaunchReport } from "@crucible/executor";
import { memoryPack, planOf, route, ScriptedDecider } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { InferenceRefused } from "../../src/decision/from-environment.js";
import { type LocalHost, type LocalHostOptions, localHost } from "../../src/run/local-host.js";
import { temporaryFolder } from "../support/folder.js";

const plan: Plan = planOf([
  route("desk", {
    needs: "decision",
    questions: [{ id: "urgent", instructions: "?", type: "noul", drop: [] }],
    decider: { kind: "model", minConfidence: 0.8, files: [] },
  }),
]);

const AGENT = { role: "agent", protocol: "messages", model: "m" };
const DECISION = { role: "decision", protocol: "system_one", url: "http://h/v1", model: "m" };

function variables(...bindings: readonly unknown[]): Readonly<Record<string, string>> {
  return { CRUCIBLE_INFERENCE: JSON.stringify({ version: 1, bindings }) };
}

function hostWith(
  environment: Readonly<Record<string, string>>,
  more: Partial<LocalHostOptions> = {},
): LocalHost {
  return localHost({ packFolder: temporaryFolder(), environment, ...more });
}

async function reportOf(host: LocalHost): Promise<LaunchReport> {
  const launch = { maxCostUsd: 1, maxTimeMs: 60_000, turnPriceUsd: 0.01 };
  return await host.engine.check(plan, launch, host.runOptions(memoryPack({})));
}

function manifestOf(backend: string): NonNullable<LocalHostOptions["manifest"]> {
  const reading = readManifest(
    `edition = 2\n[workflow]\ntype = "playbook"\nfile = "w.star"\n[agent]\nbackend = "${backend}"\nagent_cmd = "true"\n`,
  );
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join());
  return reading.manifest;
}

describe("a host's decision model", () => {
  it("ROUTE-019: is the one that the variable binds, and gives the capability", async () => {
    const report = await reportOf(hostWith(variables(DECISION)));
    expect(report.problems).toEqual([]);
    expect(report.truncated).toEqual([]);
    expect(report.launch?.capabilities).toContain("decision");
  });

  it.each([[{}], [variables()], [{ CRUCIBLE_INFERENCE: " " }]])(
    "ROUTE-019: is nobody, and gives no capability, with %j",
    async (environment) => {
      const report = await reportOf(hostWith(environment));
      expect(report.truncated).toEqual(["desk"]);
      expect(report.launch?.capabilities).not.toContain("decision");
    },
  );

  it("is the one that is given, whatever the variable says", async () => {
    const decider = new ScriptedDecider(() => ({}));
    const report = await reportOf(hostWith({ CRUCIBLE_INFERENCE: "{" }, { decider }));
    expect(report.problems).toEqual([]);
    expect(report.launch?.capabilities).toContain("decision");
  });

  it("has its credential among the values that are masked, by name", () => {
    const host = hostWith(variables({ ...DECISION, key_env: "DESK_KEY" }));
    expect(host.runOptions(memoryPack({})).secrets).toEqual(["DESK_KEY"]);
    const none = hostWith(variables(DECISION));
    expect(none.runOptions(memoryPack({})).secrets ?? []).toEqual([]);
  });

  it("refuses a variable that cannot be followed", () => {
    expect(() => hostWith({ CRUCIBLE_INFERENCE: "{" })).toThrow(InferenceRefused);
  });

  it("refuses a binding for agents that nobody here would follow", () => {
    const manifest = manifestOf("local");
    expect(() => hostWith(variables(AGENT), { manifest })).toThrow(
      "a binding of role agent is not supported yet: agents of this machine keep their own settings",
    );
    const command = manifestOf("command");
    expect(() => hostWith(variables(AGENT, DECISION), { manifest: command })).not.toThrow();
  });
});
