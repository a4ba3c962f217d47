/** The embedding example runs as a program, and the ports it brings keep the contracts. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { harnessContract, storeContract } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { cannedHarness } from "../../examples/embedding/canned-harness.js";
import { memoryStore } from "../../examples/embedding/memory-store.js";
import { root } from "../tracked-files.js";

describe("the embedding example", () => {
  it("prints its rows and a valid verdict", async () => {
    const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
    const args = [tsx, "--conditions=@crucible/source", "main.ts"];
    const cwd = join(root, "examples/embedding");
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd });
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^4 tasks, sha256:[0-9a-f]{8}…$/);
    expect(lines.slice(1, -1).sort()).toEqual([
      'card: pass {"read":["count","critic","params","poem"]}',
      'count: pass {"lines":3}',
      'critic: pass {"opinion":"five, seven, five"}',
      'poem: pass {"title":"Frozen"}',
    ]);
    expect(lines.at(-1)).toBe("completed, spent $0.03, verdict valid");
  });
});

const runner = { describe, it, expect };

describe("its store", () => {
  storeContract(runner, async () => {
    const store = memoryStore();
    return { store, another: async () => store, close: async () => {} };
  });
});

describe("its harness", () => {
  const turn = { files: { "a.txt": "a" }, result: {}, costUsd: 0 };
  harnessContract(runner, async () => cannedHarness(() => turn));
});
