/** How much the files that tasks hand over may come to: what an operator sees of the bound, and raises. */
import { afterAll, expect, it } from "vitest";
import { CEILINGS, pack, removeFolders } from "../support/packs.js";
import { crucible } from "../support/recording-terminal.js";

afterAll(removeFolders);

const TWENTY_BYTES = `command(name = "a", run = "printf 12345678901234567890 >f", emits_files = ["f"])`;

it("FILE-028, FILE-030: files above the bound fail their task by its name, and pass once it is raised", async () => {
  const folder = pack(TWENTY_BYTES);
  const refused = await crucible(["plan", "run", ...CEILINGS, "--max-captured", "19"], folder);
  expect(refused.code).toBe(3);
  expect(refused.stdout).toContain("this run's declared files exceed 19 bytes");
  const allowed = await crucible(["plan", "run", ...CEILINGS, "--max-captured", "20"], folder);
  expect(allowed.code).toBe(0);
});

it("FILE-029: the bound in force is shown before anything runs", async () => {
  const folder = pack(TWENTY_BYTES);
  const shown = async (...more: readonly string[]) =>
    (await crucible(["plan", "show", ...CEILINGS, ...more], folder)).stdout;
  expect(await shown()).toMatch(/captured files of the run:? +256 MiB/);
  expect(await shown("--max-captured", "2GiB")).toMatch(/captured files of the run:? +2 GiB/);
});
