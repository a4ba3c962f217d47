/** What every Harness must do, whatever agent is behind it: here no agent ever runs. */
import type {
  Harness,
  Process,
  ProcessEnd,
  SpawnRequest,
  TurnContext,
  TurnRequest,
} from "@crucible/core";
import type { TestRunner } from "./test-runner.js";

/** Registers the suite; `open` gives a fresh harness a test. */
export function harnessContract(
  { describe, it, expect }: TestRunner,
  open: () => Promise<Harness>,
): void {
  describe("a harness", () => {
    it("finds nothing wrong with a turn that pins nothing, and changes nothing by looking", async () => {
      const harness = await open();
      expect(harness.check({ model: null, effort: null })).toEqual([]);
      expect(harness.check({ model: null, effort: null })).toEqual([]);
    });

    it("HARNESS-009: an agent that cannot be started is a transport failure, not a rejection", async () => {
      const harness = await open();
      const place = placeWithout();
      const outcome = await harness.run(contractTurn(), place.context);
      expect(outcome.kind).toBe("transport");
    });

    it("CEIL-043: a turn whose process was killed with the signal resolves as aborted", async () => {
      const harness = await open();
      const place = placeThatHangs();
      const turn = harness.run(contractTurn(), place.context);
      await place.started;
      place.end();
      expect((await turn).kind).toBe("aborted");
    });

    it("RUN-029: a turn that it says it can interrupt ends when it is told to, and no other is cut short", async () => {
      const harness = await open();
      const place = harness.interrupts ? placeThatHangs() : placeThatRunsOn();
      const turn = harness.run(contractTurn(), place.context);
      await place.started;
      place.end();
      const { kind } = await turn;
      expect(kind === "aborted").toBe(harness.interrupts);
    });

    it("HARNESS-022: starts agents through the workspace, in its attempt's name", async () => {
      const harness = await open();
      const place = placeWithout();
      await harness.run(contractTurn(), place.context);
      expect(place.spawned.map(({ attempt }) => attempt)).toContain("attempt-1");
    });
  });
}

function contractTurn(): TurnRequest {
  return {
    attempt: "attempt-1",
    task: "draft",
    prompt: "Write a haiku.",
    model: null,
    effort: null,
    env: new Map([["PATH", "/bin"]]),
    inputsJson: "{}",
  };
}

interface Place {
  readonly context: TurnContext;
  readonly spawned: SpawnRequest[];
}

function placeOf(signal: AbortSignal, end: (request: SpawnRequest) => Promise<ProcessEnd>): Place {
  const spawned: SpawnRequest[] = [];
  const context: TurnContext = {
    spawn: (request): Process => {
      spawned.push(request);
      return {
        ended: end(request),
        kill: async () => undefined,
        stdout: async () => new Uint8Array(),
        feedback: async () => new Uint8Array(),
        keepHome: async () => "home",
      };
    },
    spent: () => undefined,
    event: () => undefined,
    signal,
  };
  return { context, spawned };
}

/** A place where no program can be started. */
function placeWithout(): Place {
  return placeOf(new AbortController().signal, async () => ({
    kind: "spawn_failed",
    detail: "no such program",
  }));
}

/** A place in which a turn is under way once `started` resolves. */
interface BusyPlace extends Place {
  readonly started: Promise<void>;
  /** Tells the turn to end. */
  end(): void;
}

/** A place where every program runs until the attempt is ended, and is killed then. */
function placeThatHangs(): BusyPlace {
  return busyPlace({ exitCode: null, signal: "SIGKILL" });
}

/** A place where every program goes on when the turn is told to end, and then comes to its own end. */
function placeThatRunsOn(): BusyPlace {
  return busyPlace({ exitCode: 0, signal: null });
}

function busyPlace(outcome: { exitCode: number | null; signal: string | null }): BusyPlace {
  const ending = new AbortController();
  let announce: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const place = placeOf(ending.signal, async () => {
    announce();
    await new Promise<void>((resolve) => {
      ending.signal.addEventListener("abort", () => resolve());
    });
    return {
      kind: "exited",
      ...outcome,
      stdoutBytes: 0,
      stderrTail: "",
      survivors: [],
    };
  });
  return { ...place, started, end: () => ending.abort() };
}
