/** The ports in memory keep the contracts that every host's ports keep. */
import { describe, expect, it } from "vitest";
import {
  COMMAND_PROGRAMS,
  clockContract,
  deciderContract,
  deskContract,
  harnessContract,
  MemoryDesk,
  MemoryPublisher,
  MemoryStore,
  MemoryWorld,
  publisherContract,
  ScriptedDecider,
  ScriptedHarness,
  shell,
  storeContract,
  VirtualClock,
  worldContract,
} from "../src/index.js";

const runner = { describe, it, expect };

clockContract(runner, () => {
  const clock = new VirtualClock();
  return { clock, pass: (ms) => clock.advance(ms) };
});

storeContract(runner, async () => {
  const store = new MemoryStore();
  return {
    store,
    another: async () => new MemoryStore({ disk: store.disk, owner: "another engine" }),
    afterDeath: async () => {
      store.disk.crash();
      return new MemoryStore({ disk: store.disk });
    },
    close: async () => undefined,
  };
});

worldContract(runner, async () => ({
  world: new MemoryWorld({ clock: new VirtualClock(), programs: shell(COMMAND_PROGRAMS) }),
  close: async () => undefined,
}));

harnessContract(runner, async () => new ScriptedHarness({ agent: () => undefined }));

deskContract(runner, async () => {
  const desk = new MemoryDesk(new VirtualClock());
  return { desk, answer: async (id, choices) => desk.answer(id, choices) };
});

deciderContract(runner, async () => ({
  reachable: new ScriptedDecider(() => ({ urgent: { yes: 0.9, no: 0.1 } })),
  unreachable: new ScriptedDecider(() => ({ transport: "no route to host" })),
}));

publisherContract(runner, async () => {
  const publisher = new MemoryPublisher();
  return { publisher, delivered: async () => publisher.delivered.size };
});
