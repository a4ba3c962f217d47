/** A contract that nothing fails proves nothing: each of these ports breaks one promise, and its suite must notice. */
import type { Claim, Desk, Harness, Store, Workspace, World } from "@crucible/core";
import { describe, expect, it } from "vitest";
import {
  COMMAND_PROGRAMS,
  clockContract,
  deciderContract,
  deskContract,
  harnessContract,
  MemoryDesk,
  MemoryStore,
  MemoryWorld,
  ScriptedDecider,
  ScriptedHarness,
  shell,
  storeContract,
  type TestRunner,
  VirtualClock,
  worldContract,
} from "../src/index.js";

/** Runs a suite here and now; gives the titles of the tests that fail. */
async function failuresOf(register: (runner: TestRunner) => void): Promise<readonly string[]> {
  const tests: { readonly title: string; readonly body: () => Promise<void> }[] = [];
  register({
    describe: (_title, body) => body(),
    it: (title, body) => void tests.push({ title, body }),
    expect,
  });
  const failed: string[] = [];
  for (const { title, body } of tests) {
    await body().catch(() => failed.push(title));
  }
  return failed;
}

/** The object with some methods replaced. */
function altered<T extends object>(original: T, changes: Partial<T>): T {
  return new Proxy(original, {
    get: (target, key) => {
      const changed = Reflect.get(changes, key) as unknown;
      const value = changed ?? (Reflect.get(target, key) as unknown);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function storeFailures(alter: (store: MemoryStore) => Store): Promise<readonly string[]> {
  return failuresOf((runner) =>
    storeContract(runner, async () => {
      const store = new MemoryStore();
      return {
        store: alter(store),
        another: async () => alter(new MemoryStore({ disk: store.disk, owner: "another" })),
        close: async () => undefined,
      };
    }),
  );
}

function withClaims(store: MemoryStore, alter: (claim: Claim) => Claim): Store {
  return altered<Store>(store, {
    create: async (header) => alter(await store.create(header)),
    claim: async (id) => alter(await store.claim(id)),
  });
}

describe("the contract of stores notices", () => {
  it("a lost claim that still writes", async () => {
    const failed = await storeFailures((store) =>
      withClaims(store, (claim) =>
        altered(claim, {
          append: async (batch) => {
            const lines = store.disk.find(claim.id)?.lines ?? [];
            lines.push(...batch.map((line) => JSON.stringify(line)));
          },
        }),
      ),
    );
    expect(failed.join()).toContain("old claim is fenced");
  });

  it("a batch that is read in part", async () => {
    const failed = await storeFailures((store) =>
      altered<Store>(store, { read: async (id, from) => store.disk.log(id).slice(from) }),
    );
    expect(failed.join()).toContain("not whole");
  });

  it("a limit on blobs that is not kept", async () => {
    const failed = await storeFailures((store) => {
      const put: Store["blobs"]["put"] = (content) =>
        store.blobs.put(content, Number.POSITIVE_INFINITY);
      return altered<Store>(store, { blobs: { put, get: (digest) => store.blobs.get(digest) } });
    });
    expect(failed.join()).toContain("larger than allowed");
  });

  it("requests that are handed over twice", async () => {
    const failed = await storeFailures((store) => {
      const take: Store["requests"]["take"] = async (id) => [
        ...(store.disk.find(id)?.requests ?? []),
      ];
      const requests = { take, post: store.requests.post };
      return altered<Store>(store, { requests });
    });
    expect(failed.join()).toContain("over once");
  });

  it("a discarded execution that stays", async () => {
    const failed = await storeFailures((store) =>
      withClaims(store, (claim) => altered(claim, { discard: async () => undefined })),
    );
    expect(failed.join()).toContain("never there");
  });
});

function worldFailures(alter: (workspace: Workspace) => Workspace): Promise<readonly string[]> {
  return failuresOf((runner) =>
    worldContract(runner, async () => {
      const clock = new VirtualClock();
      const world = new MemoryWorld({ clock, programs: shell(COMMAND_PROGRAMS) });
      const open: World["open"] = async (start) => alter(await world.open(start));
      return { world: altered<World>(world, { open }), close: async () => undefined };
    }),
  );
}

describe("the contract of worlds notices", () => {
  it("changes that are not thrown away", async () => {
    const failed = await worldFailures((workspace) =>
      altered(workspace, {
        settle: async (commit) => (commit === null ? undefined : workspace.settle(commit)),
      }),
    );
    expect(failed.join()).toContain("EXEC-144");
    expect(failed.join()).toContain("EXEC-145");
  });

  it("staged files that stay", async () => {
    const kept: Parameters<Workspace["stage"]>[0][number][] = [];
    const failed = await worldFailures((workspace) =>
      altered(workspace, {
        stage: async (sets) => {
          kept.push(...sets);
          await workspace.stage(kept);
        },
      }),
    );
    expect(failed.join()).toContain("FILE-022");
  });

  it("forks that share the workspace", async () => {
    const failed = await worldFailures((workspace) =>
      altered(workspace, { fork: async () => workspace }),
    );
    expect(failed.join()).toContain("EXEC-103");
  });

  it("a limit on captures that is not kept, and a removal that does not happen", async () => {
    const failed = await worldFailures((workspace) =>
      altered(workspace, { capture: (path) => workspace.capture(path, { bytesMax: 1_000_000 }) }),
    );
    expect(failed.join()).toContain("too large");
    expect(failed.join()).toContain("takes it away");
  });
});

describe("the contract of desks notices", () => {
  it("an expiry that moves", async () => {
    const failed = await failuresOf((runner) =>
      deskContract(runner, async () => {
        const desk = new MemoryDesk(new VirtualClock());
        const moving = altered<Desk>(desk, {
          open: async (request) => {
            const state = await desk.open(request);
            return state.kind === "open" ? { ...state, expiresAtMs: request.expiresAtMs } : state;
          },
        });
        return { desk: moving, answer: async (id, choices) => desk.answer(id, choices) };
      }),
    );
    expect(failed.join()).toContain("HUMAN-014");
  });
});

describe("the contract of clocks notices", () => {
  it("callbacks out of order", async () => {
    const failed = await failuresOf((runner) =>
      clockContract(runner, () => {
        const clock = new VirtualClock();
        const reversed = altered(clock, {
          at: (monotonicMs, callback) => clock.at(-monotonicMs, callback),
        });
        return { clock: reversed, pass: (ms) => clock.advance(ms) };
      }),
    );
    expect(failed.join()).toContain("in order of time");
  });
});

describe("the contract of harnesses notices", () => {
  it("a failure to start that is thrown", async () => {
    const failed = await failuresOf((runner) =>
      harnessContract(runner, async () => {
        const harness = new ScriptedHarness({ agent: () => undefined });
        const run: ScriptedHarness["run"] = async (turn, context) => {
          const outcome = await ScriptedHarness.prototype.run.call(harness, turn, context);
          if (outcome.kind === "transport") throw new Error(outcome.detail);
          return outcome;
        };
        return altered(harness, { run });
      }),
    );
    expect(failed.join()).toContain("HARNESS-009");
  });

  it("an interruption that is promised and does not happen, and one that nobody promised", async () => {
    const claiming = (interrupts: boolean, ending: "completed" | "aborted") =>
      failuresOf((runner) =>
        harnessContract(runner, async () => {
          const harness = new ScriptedHarness({ agent: () => undefined });
          const run: ScriptedHarness["run"] = async (turn, context) => {
            const { costNano, model, survivors } = await harness.run(turn, context);
            const figures = { costNano, model, survivors };
            if (!context.signal.aborted || ending === "aborted") {
              return { ...figures, kind: "aborted" };
            }
            return { ...figures, kind: "completed", text: "", denials: [] };
          };
          return altered<Harness>(harness, { run, interrupts });
        }),
      );
    expect((await claiming(true, "completed")).join()).toContain("RUN-029");
    expect((await claiming(false, "aborted")).join()).toContain("RUN-029");
  });
});

describe("the contract of deciders notices", () => {
  const reachable = new ScriptedDecider(() => ({ urgent: { yes: 0.9, no: 0.1 } }));
  const unreachable = new ScriptedDecider(() => ({ transport: "no route to host" }));

  const failures = (changes: Partial<ScriptedDecider>): Promise<readonly string[]> =>
    failuresOf((runner) =>
      deciderContract(runner, async () => ({
        reachable: altered(reachable, changes),
        unreachable: altered(unreachable, changes),
      })),
    );

  it("nothing where nothing is wrong", async () => {
    expect(await failures({})).toEqual([]);
  });

  it("one that rejects", async () => {
    const failed = await failures({ decide: () => Promise.reject(new Error("no route to host")) });
    expect(failed.join()).toContain("a transport failure, not a rejection");
  });

  it("one that gives a cost though it says that it knows none", async () => {
    const failed = await failures({ metered: false });
    expect(failed.join()).toContain("answers every question");
  });

  it("one that has something against answering", async () => {
    const failed = await failures({ check: () => ["its key is missing"] });
    expect(failed).toEqual(["has nothing against answering where its model is within reach"]);
  });
});
