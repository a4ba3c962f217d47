/** The packs that ask a person or a model run to their verdict where somebody answers: a desk and a decider of a test. */
import { compile } from "@crucible/compiler";
import { localHost, readPack, systemClock } from "@crucible/local";
import { MemoryDesk, ScriptedDecider } from "@crucible/testing";
import { afterAll, describe, expect, it } from "vitest";
import { manifestOf } from "./manifest-of.js";
import { copyOf, PACKS, removeFolders } from "./packs.js";

afterAll(removeFolders);

type Answerers = Pick<Parameters<typeof localHost>[0], "desk" | "decider">;

/** Status by task, once the run has ended. */
async function statusesOf(
  folder: string,
  answerers: Answerers,
): Promise<{
  readonly verdict: string | null;
  readonly statuses: Readonly<Record<string, string>>;
}> {
  const found = PACKS.find((pack) => pack.folder === folder);
  if (!found) throw new Error(`no pack ${folder}`);
  const copy = copyOf(found);
  const pack = await readPack(copy);
  const environment = { PATH: process.env["PATH"] };
  const manifest = manifestOf(pack);
  const { engine, runOptions } = localHost({
    packFolder: copy,
    manifest,
    environment,
    ...answerers,
  });
  const launch = { maxCostUsd: 1, maxTimeMs: 7_200_000 };
  const run = await engine.start(compile(pack), launch, runOptions(pack));
  const { verdict, tasks } = await run.result();
  return { verdict, statuses: Object.fromEntries(tasks.map(({ name, status }) => [name, status])) };
}

describe("examples/approval", () => {
  /** A person who gives these answers to whatever is asked. */
  function person(choices: Readonly<Record<string, readonly string[]>>): MemoryDesk {
    const desk = new MemoryDesk(systemClock());
    desk.onOpened((request) => desk.answer(request, choices));
    return desk;
  }

  it("launches where a person picked, and checks what a person chose", async () => {
    const desk = person({ launch: ["approve"], nodes: ["north"], checks: ["smoke"], loud: ["no"] });
    const { verdict, statuses } = await statusesOf("examples/approval", { desk });
    expect(verdict).toBe("valid");
    expect(statuses).toEqual({
      found: "pass",
      gate: "pass",
      launch: "pass",
      smoke: "pass",
      load: "not_taken",
      tell: "not_taken",
      shelve: "not_taken",
      done: "pass",
    });
  });

  it("shelves what a person denies", async () => {
    const desk = person({ launch: ["deny"], nodes: ["south"], checks: ["load"], loud: ["yes"] });
    const { statuses } = await statusesOf("examples/approval", { desk });
    expect(statuses).toMatchObject({ launch: "not_taken", shelve: "pass", tell: "pass" });
    expect(statuses).toMatchObject({ load: "pass", smoke: "not_taken", done: "pass" });
  });
});

describe("test/packs/shown-files", () => {
  it("shows the model what the command wrote down", async () => {
    const decider = new ScriptedDecider(() => ({ urgent: { yes: 0.9, no: 0.1 } }));
    const { verdict, statuses } = await statusesOf("test/packs/shown-files", { decider });
    expect(verdict).toBe("valid");
    expect(statuses).toEqual({ read: "pass", gate: "pass", page: "pass" });
    expect(decider.requests.map(({ inputs }) => inputs["files"])).toEqual([
      { read: { "ticket.json": { subject: "the furnace is cold" } } },
    ]);
  });
});

describe("examples/decision", () => {
  it("goes where the model is sure, and to the pile where it is not", async () => {
    const decider = new ScriptedDecider(() => ({
      urgent: { yes: 0.95, no: 0.05 },
      effort: { minutes: 0.05, days: 0.9, weeks: 0.05 },
      team: { furnace: 0.5, yard: 0.5 },
    }));
    const { verdict, statuses } = await statusesOf("examples/decision", { decider });
    expect(verdict).toBe("valid");
    expect(statuses).toEqual({
      read: "pass",
      gate: "pass",
      page: "pass",
      plan: "pass",
      assign: "not_taken",
      pile: "pass",
      close: "pass",
    });
    expect(decider.requests).toHaveLength(1);
  });

  it("closes without a plan where there is little to do", async () => {
    const decider = new ScriptedDecider(() => ({
      urgent: { yes: 0.05, no: 0.95 },
      effort: { minutes: 0.9, days: 0.05, weeks: 0.05 },
      team: { furnace: 0.95, yard: 0.05 },
    }));
    const { statuses } = await statusesOf("examples/decision", { decider });
    expect(statuses).toMatchObject({ page: "not_taken", plan: "not_taken", assign: "pass" });
    expect(statuses).toMatchObject({ pile: "not_taken", close: "pass" });
  });
});
