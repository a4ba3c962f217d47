/** The packs that need neither a model nor a person run to their verdict; the others are refused before anything starts. */
import { basename } from "node:path";
import { compile } from "@crucible/compiler";
import { localHost, readPack, runLocally } from "@crucible/local";
import { afterAll, describe, expect, it } from "vitest";
import { manifestOf } from "./manifest-of.js";
import { copyOf, type Ending, PACKS, type PackCase, removeFolders } from "./packs.js";

afterAll(removeFolders);

type CaseOf<K extends Ending["kind"]> = PackCase & { readonly ends: Extract<Ending, { kind: K }> };

function casesOf<K extends Ending["kind"]>(kind: K): readonly (readonly [string, CaseOf<K>])[] {
  const found = PACKS.filter((pack): pack is CaseOf<K> => pack.ends.kind === kind);
  return found.map((pack) => [basename(pack.folder), pack] as const);
}

function launchOf({ capabilities = [] }: PackCase): Parameters<typeof runLocally>[1]["launch"] {
  return { maxCostUsd: 1, maxTimeMs: 7_200_000, capabilities };
}

describe("a pack that runs offline", () => {
  it.concurrent.each(casesOf("runs"))("CLI-025: %s comes to its verdict", async (_, pack) => {
    const folder = copyOf(pack);
    const { params } = pack;
    const plan = compile(await readPack(folder), { params });
    const options = { launch: launchOf(pack), environment: { PATH: process.env["PATH"] } };
    const run = await runLocally(folder, { ...options, ...(params ? { params } : {}) });
    const result = await run.result();
    const expected = plan.tasks.map(({ name }) => [name, pack.ends.but[name] ?? "pass"]);
    const settled = new Map(result.tasks.map(({ name, status }) => [name, status]));
    const notes = result.tasks.map(({ name, note }) => `${name}: ${note}`).join("\n");
    expect(
      plan.tasks.map(({ name }) => [name, settled.get(name)]),
      notes,
    ).toEqual(expected);
    expect(result.verdict).toBe(pack.ends.valid ? "valid" : "invalid");
  });
});

describe("a pack that cannot run offline", () => {
  it.each(casesOf("refused"))("%s is refused before anything is dispatched", async (_, pack) => {
    const folder = copyOf(pack);
    const bytes = await readPack(folder);
    const host = localHost({ packFolder: folder, manifest: manifestOf(bytes), environment: {} });
    const plan = compile(bytes);
    const report = await host.engine.check(plan, launchOf(pack), host.runOptions(bytes));
    const reasons = [...report.problems.map(({ message }) => message), ...report.truncated];
    expect(reasons).toContainEqual(expect.stringMatching(pack.ends.because));
  });
});
