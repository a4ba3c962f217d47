/** What a process of the same user may leave in the places of the store's files: nothing of it is waited on or thrown up. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ClaimRefused, LogDamaged, StoreLost } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { fileStore } from "../../src/store/file-store.js";
import { makePipe, temporaryFolder } from "../support/folder.js";
import { header, line, RUN } from "../support/stores.js";

const endless = (path: string): void => symlinkSync("/dev/zero", path);
const huge = (path: string): void => {
  writeFileSync(path, "");
  truncateSync(path, 1e12);
};
const folder = (path: string): void => void mkdirSync(join(path, "in/it"), { recursive: true });

const STAND_INS = [
  ["a pipe", makePipe],
  ["a link to a device", endless],
  ["a sparse file of a terabyte", huge],
] as const;

async function released(): Promise<{ root: string; execution: string }> {
  const root = temporaryFolder();
  const claim = await fileStore(root).create(header());
  await claim.append([line(0)]);
  await claim.putPrivate("session/a", "{}");
  await claim.release();
  return { root, execution: join(root, "runs", RUN.run, RUN.execution) };
}

describe.each(STAND_INS)("%s", (_what, put) => {
  it.each(["header.json", "session.jsonl"])("in the place of %s is damage", async (name) => {
    const { root, execution } = await released();
    const path = join(execution, name);
    rmSync(path);
    put(path);
    const store = fileStore(root);
    const reading = name === "header.json" ? store.header(RUN) : store.read(RUN, 0);
    await expect(reading).rejects.toThrow(LogDamaged);
    await expect(reading).rejects.toThrow(path);
    await expect(store.claim(RUN)).rejects.toThrow(LogDamaged);
    expect(await store.list()).toMatchObject([RUN]);
  });

  it("in the place of an owner's record is an owner that is not known", async () => {
    const { root, execution } = await released();
    const [name = ""] = readdirSync(join(execution, "owner"));
    rmSync(join(execution, "owner", name));
    put(join(execution, "owner", name));
    await expect(fileStore(root).claim(RUN)).rejects.toThrow(ClaimRefused);
    expect(await fileStore(root).list()).toMatchObject([{ ...RUN, owned: true }]);
  });

  it("in the place of a private record is a store that is lost", async () => {
    const { root, execution } = await released();
    const claim = await fileStore(root).claim(RUN);
    const [name = ""] = readdirSync(join(execution, "private"));
    rmSync(join(execution, "private", name));
    put(join(execution, "private", name));
    await expect(claim.getPrivate("session/a")).rejects.toThrow(StoreLost);
    await claim.release();
  });
});

describe.each([...STAND_INS, ["a folder", folder] as const])("%s", (_what, put) => {
  it("among the requests asks for nothing, and hides none", async () => {
    const { root, execution } = await released();
    const store = fileStore(root);
    mkdirSync(join(execution, "requests"));
    put(join(execution, "requests", "0-first.json"));
    await store.requests.post(RUN, { kind: "halt" });
    expect(await store.requests.take(RUN)).toEqual([{ kind: "halt" }]);
    expect(readdirSync(join(execution, "requests"))).toEqual([]);
  });
});

describe("a file", () => {
  it("in the place of the requests asks for nothing", async () => {
    const { root, execution } = await released();
    writeFileSync(join(execution, "requests"), "");
    expect(await fileStore(root).requests.take(RUN)).toEqual([]);
  });
});

describe("an owner of whom half is known", () => {
  it("is not described by what its record lacks", async () => {
    const { root, execution } = await released();
    const [name = ""] = readdirSync(join(execution, "owner"));
    const record = { ...RUN, released: false, owner: { pid: 1 } };
    writeFileSync(join(execution, "owner", name), JSON.stringify(record));
    await expect(fileStore(root).claim(RUN)).rejects.toThrow("whose record");
  });
});
