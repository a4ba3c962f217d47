/**
 * An engine over ports in memory, ready to run plans: one process on one machine. {@link Testbed.successor} is the next
 * process on the same machine, after this one died or ended.
 */

import type { LogLine, Plan } from "@crucible/core";
import {
  createEngine,
  type Engine,
  type EngineSetup,
  type LaunchRequest,
  type Run,
  type RunOptions,
  type RunResult,
} from "@crucible/executor";
import { VirtualClock } from "../clock/virtual-clock.js";
import { type Decision, ScriptedDecider } from "../decider/scripted-decider.js";
import { MemoryDesk } from "../desk/memory-desk.js";
import { Faults } from "../faults/faults.js";
import { type Agent, ScriptedHarness } from "../harness/scripted-harness.js";
import { memoryPack } from "../plans/plans.js";
import { MemoryPublisher } from "../publisher/memory-publisher.js";
import { MemoryDisk } from "../store/memory-disk.js";
import { MemoryStore } from "../store/memory-store.js";
import { MemoryRepository } from "../world/memory-repository.js";
import { MemoryWorld } from "../world/memory-world.js";
import { firstOf, type Program, type ProgramLookup, shell } from "../world/program.js";

export interface TestbedOptions {
  /** Programs by the text of the command that runs them. */
  readonly commands?: Readonly<Record<string, Program>>;
  /** Programs by argument list, asked before `commands`. */
  readonly programs?: ProgramLookup;
  /** The agent behind harness `claude`. */
  readonly agent?: Agent;
  /** Other harnesses. */
  readonly harnesses?: readonly ScriptedHarness[];
  /** Files of the pristine workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the World says that it can provide. */
  readonly capabilities?: readonly string[];
  readonly decide?: (inputs: unknown, call: number) => Decision;
  /** Whether people can answer. */
  readonly desk?: boolean;
  readonly setup?: Partial<EngineSetup>;
}

/** What outlives a process. */
export interface TestbedMachine {
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly repository: MemoryRepository;
  readonly desk: MemoryDesk;
  readonly counter: { runs: number };
}

export class Testbed {
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly store: MemoryStore;
  readonly world: MemoryWorld;
  readonly harness: ScriptedHarness;
  readonly desk: MemoryDesk;
  readonly decider: ScriptedDecider;
  readonly publisher: MemoryPublisher = new MemoryPublisher();
  readonly faults: Faults = new Faults();
  readonly engine: Engine;
  readonly machine: TestbedMachine;
  readonly #options: TestbedOptions;

  constructor(options: TestbedOptions = {}, machine: TestbedMachine = newMachine()) {
    this.#options = options;
    this.machine = machine;
    this.clock = machine.clock;
    this.disk = machine.disk;
    this.store = new MemoryStore({ disk: machine.disk, faults: this.faults });
    this.harness = new ScriptedHarness({ agent: options.agent ?? ((turn) => turn.answer({})) });
    this.desk = machine.desk;
    this.decider = new ScriptedDecider(({ inputs }, call) => options.decide?.(inputs, call) ?? {});
    const harnesses = [this.harness, ...(options.harnesses ?? [])];
    this.world = new MemoryWorld({
      clock: machine.clock,
      programs: firstOf(
        options.programs ?? (() => undefined),
        shell(options.commands ?? {}),
        ...harnesses.map((harness) => harness.programs),
      ),
      repository: machine.repository,
      faults: this.faults,
      ...(options.files ? { files: options.files } : {}),
      ...(options.capabilities ? { capabilities: options.capabilities } : {}),
    });
    this.engine = createEngine({
      store: this.store,
      world: this.world,
      clock: machine.clock,
      harnesses: Object.fromEntries(harnesses.map((harness) => [harness.name, harness])),
      publisher: this.publisher,
      ids: countingIds(machine.counter),
      environment: { PATH: "/bin", HOME: "/home/ada" },
      ...(options.decide ? { decider: this.decider } : {}),
      ...(options.desk ? { desk: machine.desk.over(this.faults) } : {}),
      ...options.setup,
    });
  }

  /** Starts a run under ten dollars and an hour, unless told otherwise. */
  start(plan: Plan, launch: LaunchRequest = {}, options: Partial<RunOptions> = {}): Promise<Run> {
    const request = { maxCostUsd: 10, maxTimeMs: 3_600_000, ...launch };
    return this.engine.start(plan, request, { pack: memoryPack({}), ...options });
  }

  /** Lets time pass until the run is over or halted. */
  finish(run: Run): Promise<RunResult> {
    return this.clock.run(run.result());
  }

  /** Starts a run and lets time pass until it is over. */
  async run(
    plan: Plan,
    launch: LaunchRequest = {},
    options: Partial<RunOptions> = {},
  ): Promise<Finished> {
    const run = await this.start(plan, launch, options);
    const result = await this.finish(run);
    return { run, result, log: this.disk.log({ run: run.id, execution: run.execution }) };
  }

  /**
   * The next process on the same machine. This one is dead from here on, and of the lines it did not make durable only
   * the first `kept` are left.
   */
  successor(options: Partial<TestbedOptions> = {}, kept?: number): Testbed {
    this.faults.crash();
    this.disk.crash(kept);
    return new Testbed({ ...this.#options, ...options }, this.machine);
  }
}

export interface Finished {
  readonly run: Run;
  readonly result: RunResult;
  readonly log: readonly LogLine[];
}

function newMachine(): TestbedMachine {
  const clock = new VirtualClock();
  return {
    clock,
    desk: new MemoryDesk(clock),
    disk: new MemoryDisk(),
    repository: new MemoryRepository(),
    counter: { runs: 0 },
  };
}

function countingIds(counter: { runs: number }): NonNullable<EngineSetup["ids"]> {
  return {
    run: () => {
      counter.runs++;
      return `run-${counter.runs}`;
    },
    execution: () => {
      counter.runs++;
      return `execution-${counter.runs}`;
    },
  };
}
