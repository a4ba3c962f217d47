/** What the engine does when a host's own validator does not keep its promises. */

import type { SchemaValidator, SchemaVerdict } from "@crucible/executor";
import { agent, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

const draft = agent("draft", {
  emits: [{ name: "n", type: { kind: "schema", schema: "{}" } }],
  timeoutMs: 60_000,
});

function bedWith(validate: SchemaValidator["validate"]): Testbed {
  const validator: SchemaValidator = { prepare: async () => new Map(), validate };
  return new Testbed({ agent: (turn) => turn.answer({ n: 1 }), setup: { validator } });
}

describe("a validator that breaks its promise", () => {
  it.each<[string, SchemaValidator["validate"], string]>([
    ["rejecting", () => Promise.reject(new Error("no memory")), "the check failed: no memory"],
    [
      "throwing",
      () => {
        throw new Error("no thread");
      },
      "the check failed: no thread",
    ],
    [
      "giving nothing",
      async () => undefined as unknown as SchemaVerdict,
      "the check gave no verdict",
    ],
    [
      "giving another kind",
      async () => ({ kind: "maybe" }) as unknown as SchemaVerdict,
      "the check gave no verdict",
    ],
  ])(
    "EXEC-073: by %s fails what it was to check, and nothing else",
    async (_name, validate, why) => {
      expect(rowOf(await bedWith(validate).run(planOf([draft])), "draft")).toMatchObject({
        status: "fail",
        note: `output field "n" does not match its schema: ${why}`,
      });
    },
  );

  it("CEIL-027: by never coming to a verdict holds no attempt past its limit", async () => {
    const bed = bedWith(() => new Promise(() => undefined));
    expect(rowOf(await bed.run(planOf([draft])), "draft").note).toBe(
      "timed out: the task ran past its 1m limit",
    );
    expect(bed.clock.monotonicMs()).toBe(60_000);
  });

  it("EXEC-073: a sound verdict is taken as it is", async () => {
    const bed = bedWith(async () => ({ kind: "valid" }));
    expect(rowOf(await bed.run(planOf([draft])), "draft").status).toBe("pass");
  });
});
