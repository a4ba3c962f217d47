/** The ports of this machine keep the contracts that every host's ports keep. */
import { setTimeout as delay } from "node:timers/promises";
import { commandHarness, scriptedHarness } from "@crucible/harness";
import { clockContract, harnessContract, storeContract, worldContract } from "@crucible/testing";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../src/clock/system-clock.js";
import { fileStore } from "../src/store/file-store.js";
import { gitWorld } from "../src/world/git-world.js";
import { temporaryFolder } from "./support/folder.js";
import { PretendedOwners } from "./support/stores.js";

vi.setConfig({ testTimeout: 60_000 });
const runner = { describe, it, expect };

clockContract(runner, () => ({ clock: systemClock(), pass: async (ms) => await delay(ms + 1) }));

storeContract(runner, async () => {
  const root = temporaryFolder();
  const owners = new PretendedOwners();
  return {
    store: fileStore(root, { owners: owners.engine(1) }),
    another: async () => fileStore(root, { owners: owners.engine(2) }),
    afterDeath: async () => {
      owners.become(1, "dead");
      return fileStore(root, { owners: owners.engine(3) });
    },
    close: async () => undefined,
  };
});

worldContract(runner, async () => ({
  world: gitWorld({ packFolder: temporaryFolder() }),
  close: async () => undefined,
}));

harnessContract(runner, async () => commandHarness({ command: "true" }));

harnessContract(runner, async () =>
  scriptedHarness({ turn: () => ({ files: { "out.txt": "x" } }) }),
);
