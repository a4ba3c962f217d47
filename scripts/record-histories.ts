/**
 * `npm run record-histories`: records the logs that later versions must go on folding to the same state. Runs go through
 * the real engine over ports in memory, so a recording takes no time and is the same every time.
 *
 * A history that is there is never written again: it stands for logs that are out in the world. A new scenario, or a new
 * version of the log in a folder of its own, adds files beside the old ones.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ExecutionId, Question } from "@crucible/core";
import { createMachine } from "@crucible/executor/machine";
import {
  agent,
  command,
  evaluate,
  exiting,
  type Program,
  planOf,
  printing,
  route,
  Testbed,
  topK,
} from "@crucible/testing";

const FOLDER = resolve(import.meta.dirname, "../packages/executor/test/machine/histories/1");

/** Where a recorded execution is found. */
interface Recorded {
  readonly bed: Testbed;
  readonly id: ExecutionId;
}

const hang: Program = (run) => run.sleep(24 * 3_600_000);

const slow = (ms: number, value: unknown): Program => {
  return async (run) => {
    await run.sleep(ms);
    run.print(`${JSON.stringify(value)}\n`);
  };
};

const writing = (files: Readonly<Record<string, string>>, value: unknown, code = 0): Program => {
  return (run) => {
    for (const [path, text] of Object.entries(files)) run.write(path, text);
    run.print(`${JSON.stringify(value)}\n`);
    return code;
  };
};

async function whole(bed: Testbed, ...run: Parameters<Testbed["run"]>): Promise<Recorded> {
  const finished = await bed.run(...run);
  return { bed, id: { run: finished.run.id, execution: finished.run.execution } };
}

const items = command("list", { emits: [{ name: "items" }] });
const over = { task: "list", field: "items" };
const sure: Question = { id: "sure", instructions: "Sure?", type: "noul", drop: [] };
const when = (is: readonly string[]) => ({
  dependsOn: ["gate"],
  when: { task: "gate", question: "sure", is },
});

const SCENARIOS: Readonly<Record<string, () => Promise<Recorded>>> = {
  plain: () => {
    const commands = {
      draw: writing({ "poem.txt": "a haiku" }, { n: 1, text: "ü" }),
      next: printing({ score: 2 }),
      grade: printing({ score: 0.5 }),
    };
    const plan = planOf([
      command("draw", { emits: [{ name: "n" }], emitsFiles: [{ path: "poem.txt" }] }),
      command("next", { dependsOn: ["draw"] }),
      evaluate("grade", { dependsOn: ["next"], threshold: 0.4, direction: "higher" }),
    ]);
    return whole(new Testbed({ commands }), plan);
  },
  failing: () => {
    const commands = {
      scan: writing({ "trace.txt": "trace" }, { found: 1 }, 3),
      look: printing({ seen: true }),
      after: printing(1),
      beside: exiting(1, "", "no such thing"),
      missing: printing({ other: 1 }),
    };
    const plan = planOf([
      command("scan", { required: false, emitsFiles: [{ path: "trace.txt" }] }),
      command("look", { dependsOn: ["scan"], join: "settled" }),
      command("missing", { required: false, emits: [{ name: "n" }] }),
      command("gpu", { needs: "gpu", required: false }),
      command("beside", { dependsOn: ["look"] }),
      command("after", { dependsOn: ["beside"] }),
    ]);
    return whole(new Testbed({ commands }), plan);
  },
  transport: () => {
    let turns = 0;
    const bed = new Testbed({
      agent: (turn) => {
        turns++;
        turn.spend(0.1);
        if (turns === 2) return turn.answer({ ok: true });
        return { transport: { detail: "overloaded" } };
      },
    });
    return whole(bed, planOf([agent("lucky"), agent("unlucky", { dependsOn: ["lucky"] })]));
  },
  loop: () => {
    let rounds = 0;
    const bed = new Testbed({
      commands: {
        review: (run) => {
          rounds++;
          run.print(`${JSON.stringify({ rounds })}\n`);
          return rounds < 3 ? 1 : 0;
        },
        ship: printing("shipped"),
      },
      agent: async (turn) => {
        turn.spend(0.25);
        await turn.sleep(6_000);
        turn.answer({ turn: turn.request.session?.turn ?? -1 });
      },
    });
    const plan = planOf([
      agent("author", { session: "writer" }),
      command("review", { dependsOn: ["author"], revise: { targets: ["author"], maxRounds: 4 } }),
      command("ship", { dependsOn: ["review"] }),
    ]);
    return whole(bed, plan);
  },
  "fan-out": () => {
    const each: Program = (run) => {
      const task = run.env.get("CRUCIBLE_TASK");
      run.print(`${JSON.stringify({ task, score: task?.length ?? 0 })}\n`);
      return task === "each[b]" ? 1 : 0;
    };
    const commands = { list: printing({ items: ["a", "b", "a/..", "12"] }), each, tail: each };
    const plan = planOf([
      items,
      evaluate("each", {
        dependsOn: ["list"],
        over,
        maxFanout: 8,
        isolation: "worktree",
        required: false,
      }),
      topK("best", { dependsOn: ["each"], k: 2, required: false }),
      command("tail", { dependsOn: ["each"], join: "settled" }),
    ]);
    return whole(new Testbed({ commands }), plan);
  },
  route: () => {
    const bed = new Testbed({
      commands: { yes: printing(1), no: printing(0) },
      decide: () => ({ sure: { yes: 0.25, no: 0.75 } }),
    });
    const plan = planOf([
      route("gate", {
        needs: "decision",
        questions: [sure],
        decider: { kind: "model", minConfidence: 0.5, files: [] },
      }),
      command("yes", when(["yes"])),
      command("no", when(["no", "uncertain"])),
    ]);
    return whole(bed, plan);
  },
  person: async () => {
    const bed = new Testbed({ desk: true, commands: { yes: printing(1), no: printing(0) } });
    const plan = planOf([
      route("gate", { needs: "human", questions: [sure], decider: { kind: "human" } }),
      command("yes", when(["yes"])),
      command("no", when(["no", "uncertain"])),
    ]);
    const run = await bed.start(plan);
    const id = { run: run.id, execution: run.execution };
    await bed.clock.advance(25_000);
    bed.desk.answer({ ...id, route: "gate" }, { sure: ["yes"] }, { note: "go" });
    await bed.finish(run);
    return { bed, id };
  },
  completion: () => {
    const commands = {
      list: printing({ items: ["a", "b"] }),
      each: printing({ complete: true, reason: "nothing left to do" }),
      never: printing(1),
      after: printing("done"),
    };
    const plan = planOf([
      items,
      command("each", { dependsOn: ["list"], over, maxFanout: 4 }),
      command("never", { dependsOn: ["each"] }),
      command("after", { stage: "epilogue" }),
    ]);
    return whole(new Testbed({ commands }), plan);
  },
  "cost-ceiling": () => {
    const bed = new Testbed({
      commands: { free: printing(1) },
      agent: async (turn) => {
        turn.spend(0.75);
        await turn.sleep(8_000);
        turn.spend(1.5);
        turn.answer({});
      },
    });
    const plan = planOf([
      agent("first"),
      agent("second", { dependsOn: ["first"] }),
      command("free"),
      command("after", { stage: "epilogue", command: "free" }),
    ]);
    return whole(bed, plan, { maxCostUsd: 1 });
  },
  "wall-clock": () => {
    const commands = { quick: slow(2_000, { n: 1 }), long: hang, after: printing(1) };
    const plan = planOf([
      command("quick"),
      command("short", { command: "long", timeoutMs: 12_000, required: false }),
      command("long", { dependsOn: ["quick"] }),
      command("late", { command: "quick", dependsOn: ["long"] }),
      command("after", { stage: "epilogue" }),
    ]);
    return whole(new Testbed({ commands }), plan, { maxTimeMs: 40_000 });
  },
  "halt-resume": async () => {
    const plan = planOf([
      command("a", { emitsFiles: [{ path: "a.txt" }] }),
      command("b", { dependsOn: ["a"] }),
    ]);
    const bed = new Testbed({ commands: { a: writing({ "a.txt": "x" }, 1), b: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(5_000);
    await bed.clock.run(run.halt());
    const next = bed.successor({ commands: { b: slow(1_000, 2) } });
    await next.finish(await next.engine.resume(run.id, { maxCostUsd: 20 }));
    return { bed: next, id: { run: run.id, execution: run.execution } };
  },
  "crash-resume": async () => {
    const plan = planOf([
      items,
      command("each", { dependsOn: ["list"], over, maxFanout: 4, isolation: "worktree" }),
      agent("draft", { dependsOn: ["each"], session: "writer" }),
    ]);
    const commands = { list: printing({ items: ["a", "b"] }), each: slow(3_000, { n: 1 }) };
    const bed = new Testbed({ commands, agent: (turn) => turn.sleep(3_600_000) });
    const run = await bed.start(plan);
    await bed.clock.advance(31_000);
    const next = bed.successor({ agent: (turn) => turn.answer({ done: true }) });
    await next.finish(await next.engine.resume(run.id));
    return { bed: next, id: { run: run.id, execution: run.execution } };
  },
  stopped: async () => {
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    await bed.clock.run(run.stop("not needed any more"));
    return { bed, id: { run: run.id, execution: run.execution } };
  },
  halted: async () => {
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({ commands: { a: printing(1), b: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    await bed.clock.run(run.halt());
    return { bed, id: { run: run.id, execution: run.execution } };
  },
  truncated: () => {
    const plan = planOf([
      command("gpu", { needs: "gpu" }),
      command("after", { dependsOn: ["gpu"] }),
      command("free"),
    ]);
    return whole(new Testbed({ commands: { free: printing(1) } }), plan);
  },
  "large-output": () => {
    const list = { items: ["a", "b"], padding: "x".repeat(70_000) };
    const commands = { list: printing(list), each: printing({ n: 1 }) };
    const plan = planOf([items, command("each", { dependsOn: ["list"], over, maxFanout: 4 })]);
    return whole(new Testbed({ commands }), plan);
  },
  asks: () => {
    const asks = [
      { key: "issue-7", workflow: "triage", params: { issue: 7 } },
      { key: "issue-9", workflow: "triage", params: { issue: 9 } },
    ];
    const commands = { scan: printing({ found: 2, asks }), next: printing(1) };
    const plan = planOf([command("scan"), command("next", { dependsOn: ["scan"] })]);
    return whole(new Testbed({ commands }), plan);
  },
  rerun: async () => {
    const commands = {
      list: printing({ items: ["a", "b"] }),
      each: writing({ "e.txt": "e" }, { n: 1 }),
      tail: printing(3),
    };
    const plan = planOf([
      items,
      command("each", {
        dependsOn: ["list"],
        over,
        maxFanout: 4,
        emitsFiles: [{ path: "e.txt" }],
      }),
      command("tail", { dependsOn: ["each"] }),
      command("after", { stage: "epilogue", command: "tail" }),
    ]);
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const run = await bed.engine.rerun(parent.run.id, { from: ["tail"] });
    await bed.finish(run);
    return { bed, id: { run: run.id, execution: run.execution } };
  },
  epilogue: () => {
    let turns = 0;
    const bed = new Testbed({
      commands: { work: exiting(1), clean: printing({ clean: true }), broken: exiting(2) },
      agent: (turn) => {
        turns++;
        turn.spend(0.01 * turns);
        turn.answer(turns === 1 ? {} : { n: turns });
      },
    });
    const plan = planOf([
      agent("draft", { repair: 2, emits: [{ name: "n" }] }),
      command("work", { dependsOn: ["draft"] }),
      command("clean", { stage: "epilogue" }),
      command("broken", { stage: "epilogue", dependsOn: ["clean"] }),
      command("last", { stage: "epilogue", command: "clean", dependsOn: ["broken"] }),
    ]);
    return whole(bed, plan);
  },
};

async function record(name: string, scenario: () => Promise<Recorded>): Promise<void> {
  const path = (ending: string): string => join(FOLDER, `${name}.${ending}`);
  if (existsSync(path("jsonl"))) return;
  const { bed, id } = await scenario();
  const header = await bed.store.header(id);
  const { decodePlan } = await import("@crucible/core/wire");
  const reading = decodePlan(header.plan);
  if (!reading.ok) throw new Error(`${name}: the plan cannot be read again`);
  const machine = createMachine(reading.plan, header.launch);
  for (const line of bed.disk.log(id)) machine.evolve(line);
  writeFileSync(path("jsonl"), bed.disk.text(id));
  writeFileSync(path("header.json"), `${JSON.stringify(header)}\n`);
  writeFileSync(path("snapshot.json"), `${JSON.stringify(machine.snapshot(), null, 1)}\n`);
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, scenario] of Object.entries(SCENARIOS)) await record(name, scenario);
