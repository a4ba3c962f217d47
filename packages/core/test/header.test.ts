/** Headers of executions, as a resume reads them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExecutionHeader } from "../src/index.js";
import { decodeHeader } from "../src/wire/index.js";

const digest = `sha256:${"a".repeat(64)}`;
const header: ExecutionHeader = {
  v: 1,
  run: "r",
  execution: "e",
  started_at: "2026-01-02T03:04:05Z",
  plan_digest: digest,
  plan: { version: 1 },
  launch: {
    ceilings: { costNano: 1_000_000_000, wallMs: 60_000 },
    width: 8,
    capabilities: ["isolation"],
    captureBytesMax: 268_435_456,
    turnPriceNano: 5,
  },
  pack_digest: `tree1:${"b".repeat(64)}`,
  pack: [{ path: "run.sh", digest, executable: true }],
  engine: "1.0.0",
  settings: {},
  workspace: { path: "w" },
  parent: { run: "r", execution: "d" },
};

const pathsOf = (value: object): readonly string[] => {
  const reading = decodeHeader(JSON.stringify(value));
  return reading.ok ? [] : reading.problems.map(({ path }) => path);
};

describe("decodeHeader", () => {
  test("reads what was written, with fields nobody knows", () => {
    const written = { ...header, later: { field: 1 } };
    expect(decodeHeader(JSON.stringify(written))).toEqual({ ok: true, header: written });
    const { parent: _parent, ...finished } = header;
    expect(pathsOf(finished)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["another version", { ...header, v: 2 }, "/v"],
    ["a plan that is no object", { ...header, plan: [] }, "/plan"],
    ["a digest that is none", { ...header, plan_digest: "sha256:x" }, "/plan_digest"],
    ["no width", { ...header, launch: { ...header.launch, width: 0 } }, "/launch/width"],
    [
      "a ceiling that is a fraction",
      { ...header, launch: { ...header.launch, ceilings: { costNano: 0.5, wallMs: 1 } } },
      "/launch/ceilings/costNano",
    ],
    ["half a parent", { ...header, parent: { run: "r" } }, "/parent/execution"],
    ["a pack file without a digest", { ...header, pack: [{ path: "x" }] }, "/pack/0/digest"],
  ])("refuses %s", (_, value, path) => {
    expect(pathsOf(value)[0]).toBe(path);
  });

  test("never throws", () => {
    expect(decodeHeader("{").ok).toBe(false);
    expect(decodeHeader("[".repeat(1_000_000)).ok).toBe(false);
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(header)), (value, key) => {
        const reading = decodeHeader(JSON.stringify({ ...header, [key]: value }));
        if (reading.ok) expect(Object.hasOwn(reading.header, key)).toBe(true);
      }),
    );
  });
});
