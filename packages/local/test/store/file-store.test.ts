import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Claim, ClaimRefused, Fenced, LogDamaged, StoreLost } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { temporaryName } from "../../src/files/temporary.js";
import { fileStore } from "../../src/store/file-store.js";
import { temporaryFolder } from "../support/folder.js";
import { header, line, PretendedOwners, RUN } from "../support/stores.js";

const folderOf = (root: string): string => join(root, "runs", RUN.run, RUN.execution);

describe("an execution of a file store", () => {
  it("that goes away while the others are listed hides none of them", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners().engine(1);
    const headers = [header(), header({ run: "run-2", workspace: { other: true } })];
    const taken = headers.map(async (one) => await fileStore(root, { owners }).create(one));
    await Promise.all(taken);
    const discarding = {
      ...owners,
      stateOf: (owner: Parameters<typeof owners.stateOf>[0]) => {
        rmSync(folderOf(root), { recursive: true, force: true });
        return owners.stateOf(owner);
      },
    };
    const listed = await fileStore(root, { owners: discarding }).list();
    expect(listed.map(({ run }) => run)).toEqual(["run-2"]);
    for (const claim of await Promise.all(taken)) await claim.release();
  });

  it("goes on where the link to its log cannot be made", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "session.jsonl/in-the-way"), { recursive: true });
    const claim = await fileStore(root).create(header());
    await claim.append([line(0)]);
    await claim.append([line(1)]);
    expect(await fileStore(root).read(RUN, 0)).toEqual([line(0), line(1)]);
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await claim.release();
  });

  it("is created with its header and an empty log, claimed", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    expect(claim.id).toEqual(RUN);
    expect(await store.header(RUN)).toEqual(header());
    expect(await store.read(RUN, 0)).toEqual([]);
    expect(await store.list()).toEqual([
      {
        ...RUN,
        startedAt: "2026-01-31T09:45:00.000Z",
        owned: true,
        owner: `process ${process.pid}`,
      },
    ]);
    await claim.release();
    expect((await store.list())[0]?.owned).toBe(false);
  });

  it("shows what was appended to a reader of another store over the folder", async () => {
    const root = temporaryFolder();
    const claim = await fileStore(root).create(header());
    const reader = fileStore(root);
    await claim.append([line(0)]);
    expect(await reader.read(RUN, 0)).toEqual([line(0)]);
    await claim.append([line(1, { more: true }), line(2)]);
    await claim.flush();
    expect(await reader.read(RUN, 1)).toEqual([line(1, { more: true }), line(2)]);
    await claim.append([]);
    await claim.release();
  });

  it("only ever grows its log, one JSON entry a line (WIRE-001)", async () => {
    const root = temporaryFolder();
    const claim = await fileStore(root).create(header());
    let earlier = "";
    for (const batch of [[line(0)], [line(1, { more: true }), line(2)], [line(3)]]) {
      await claim.append(batch);
      await claim.flush();
      const text = readFileSync(join(folderOf(root), "session.jsonl"), "utf8");
      expect(text.startsWith(earlier)).toBe(true);
      const added = text.slice(earlier.length).split("\n");
      expect(added.pop()).toBe("");
      expect(added.map((one) => JSON.parse(one))).toEqual(batch);
      earlier = text;
    }
    await claim.release();
  });

  it("is found through the link to the newest log", async () => {
    const root = temporaryFolder();
    const first = await fileStore(root).create(header());
    expect(readdirSync(root)).not.toContain("session.jsonl");
    await first.append([line(0)]);
    expect(readlinkSync(join(root, "session.jsonl"))).toBe("runs/run-1/exec-1/session.jsonl");
    await first.release();
    const second = await fileStore(root).create(header({ execution: "exec-2" }));
    await second.append([line(0)]);
    expect(lstatSync(join(root, "session.jsonl")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "session.jsonl"), "utf8")).toBe(`${JSON.stringify(line(0))}\n`);
    expect(readlinkSync(join(root, "session.jsonl"))).toContain("exec-2");
    await second.release();
  });

  it("is not created twice, and the first stays as it was", async () => {
    const store = fileStore(temporaryFolder());
    const first = await store.create(header());
    await first.append([line(0)]);
    await first.release();
    await expect(store.create(header({ plan_digest: "other" }))).rejects.toThrow(ClaimRefused);
    expect(await store.header(RUN)).toEqual(header());
    expect(await store.read(RUN, 0)).toEqual([line(0)]);
    // The refused one gave the workspace back.
    await (await store.claim(RUN)).release();
  });

  it.each(["../up", "", ".hidden", "a/b", "a\0b", "x".repeat(101)])(
    "cannot be called %j",
    async (execution) => {
      const root = temporaryFolder();
      await expect(fileStore(root).create(header({ execution }))).rejects.toThrow(ClaimRefused);
      await expect(fileStore(root).read({ run: "run-1", execution }, 0)).rejects.toThrow(StoreLost);
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it("leaves no trace when it is discarded, and may then be created again", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    await claim.discard();
    expect(await store.list()).toEqual([]);
    expect(readdirSync(join(root, "runs"))).toEqual([]);
    await expect(claim.append([line(0)])).rejects.toThrow(Fenced);
    await (await store.create(header())).release();
  });

  it("is kept by a discard once it has a log", async () => {
    const store = fileStore(temporaryFolder());
    const claim = await store.create(header());
    await claim.append([line(0)]);
    await expect(claim.discard()).rejects.toThrow("cannot be discarded");
    expect(await store.read(RUN, 0)).toEqual([line(0)]);
    await claim.release();
  });

  it("keeps private values where only the owner may read them, out of the log", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    expect(await claim.getPrivate("session/a")).toBeUndefined();
    await claim.putPrivate("session/a", "cursor-1");
    await claim.putPrivate("session/a", "cursor-2");
    await claim.putPrivate("__proto__", "x");
    expect(await claim.getPrivate("session/a")).toBe("cursor-2");
    const folder = join(folderOf(root), "private");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    await claim.release();
    const again = await store.claim(RUN);
    expect(await again.getPrivate("__proto__")).toBe("x");
    await again.release();
  });

  it("refuses a header that cannot be read", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    await (await store.create(header())).release();
    writeFileSync(join(folderOf(root), "header.json"), '{"v":9}');
    await expect(store.header(RUN)).rejects.toThrow(LogDamaged);
    await expect(store.header(RUN)).rejects.toThrow(
      "has version 9, and this engine knows version 1",
    );
    // The others can still be looked at.
    expect(await store.list()).toEqual([{ ...RUN, startedAt: "", owned: false }]);
  });

  it("is missing by name when it is not there", async () => {
    const store = fileStore(temporaryFolder());
    await expect(store.claim(RUN)).rejects.toThrow("there is no execution exec-1 of run-1");
    expect(await store.list()).toEqual([]);
  });

  it("takes requests once, oldest first", async () => {
    const store = fileStore(temporaryFolder());
    const claim = await store.create(header());
    expect(await store.requests.take(RUN)).toEqual([]);
    await Promise.all([
      store.requests.post(RUN, { kind: "halt" }),
      store.requests.post(RUN, { kind: "stop", reason: "enough" }),
    ]);
    expect(await store.requests.take(RUN)).toEqual([
      { kind: "halt" },
      { kind: "stop", reason: "enough" },
    ]);
    expect(await store.requests.take(RUN)).toEqual([]);
    await claim.release();
  });
});

describe("ownership of an execution", () => {
  it("is refused to a second engine while the first is alive, naming it (RUN-060)", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const claim = await fileStore(root, { owners: owners.engine(11) }).create(header());
    const other = fileStore(root, { owners: owners.engine(22) });
    await expect(other.claim(RUN)).rejects.toThrow(
      "execution exec-1 of run-1 is owned by process 11",
    );
    await claim.release();
    await (await other.claim(RUN)).release();
  });

  it("passes on when the owner is dead, with the whole batches of its log (RUN-059, RESUME-024)", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const dead = await fileStore(root, { owners: owners.engine(11) }).create(header());
    await dead.append([line(0)]);
    await dead.append([line(1, { more: true })]);
    owners.become(11, "dead");
    const store = fileStore(root, { owners: owners.engine(22) });
    const claim = await store.claim(RUN);
    await claim.append([line(1)]);
    expect(await store.read(RUN, 0)).toEqual([line(0), line(1)]);
    // The dead one was not: it finds out in the operation itself, and nothing of it reaches the log.
    await expect(dead.append([line(1)])).rejects.toThrow(Fenced);
    await expect(dead.flush()).rejects.toThrow(Fenced);
    await expect(dead.putPrivate("a", "b")).rejects.toThrow(Fenced);
    await dead.release();
    expect(await store.read(RUN, 0)).toEqual([line(0), line(1)]);
    await expect(fileStore(root, { owners: owners.engine(33) }).claim(RUN)).rejects.toThrow(
      ClaimRefused,
    );
    await claim.release();
  });

  it("is refused when the owner cannot be looked at, unless the operator vouches for it", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const first = await fileStore(root, { owners: owners.engine(11) }).create(header());
    owners.become(11, "unknown");
    const second = owners.engine(22);
    await expect(fileStore(root, { owners: second }).claim(RUN)).rejects.toThrow(
      "by process 11 on h (n), which cannot be looked at from here",
    );
    const claim = await fileStore(root, { owners: second, takeOverUnknown: true }).claim(RUN);
    await claim.release();
    await first.release();
  });

  it.each(["", "{}", "[]", "oops", '{"run":1}'])(
    "is refused when its record holds %j, unless the operator vouches for it",
    async (record) => {
      const root = temporaryFolder();
      await (await fileStore(root).create(header())).release();
      const [name = ""] = readdirSync(join(folderOf(root), "owner"));
      const path = join(folderOf(root), "owner", name);
      writeFileSync(path, record);
      const claiming = fileStore(root).claim(RUN);
      await expect(claiming).rejects.toThrow(ClaimRefused);
      await expect(claiming).rejects.toThrow(`owned by somebody whose record ${path} is damaged`);
      expect(await fileStore(root).list()).toMatchObject([{ ...RUN, owned: true }]);
      await (await fileStore(root, { takeOverUnknown: true }).claim(RUN)).release();
    },
  );

  it("of one workspace goes to one live run at a time, and says who has it (RUN-055, RUN-056)", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const first = await fileStore(root, { owners: owners.engine(11) }).create(header());
    const other = fileStore(root, { owners: owners.engine(22) });
    await expect(other.create(header({ run: "run-2" }))).rejects.toThrow(
      "run-1 is live in this workspace, owned by process 11",
    );
    expect((await other.list()).map((one) => one.run)).toEqual(["run-1"]);
    const elsewhere = await other.create(header({ run: "run-3", workspace: { dir: "b" } }));
    await first.release();
    const second = await other.create(header({ run: "run-2" }));
    await expect(fileStore(root, { owners: owners.engine(33) }).claim(RUN)).rejects.toThrow(
      "run-2 is live",
    );
    await second.release();
    await elsewhere.release();
  });

  it("leaves every former owner fenced, however many followed", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const first = await fileStore(root, { owners: owners.engine(1) }).create(header());
    await first.append([line(0)]);
    const followers: Claim[] = [];
    for (const pid of [2, 3, 4]) {
      owners.become(pid - 1, "dead");
      followers.push(await fileStore(root, { owners: owners.engine(pid) }).claim(RUN));
    }
    await expect(first.append([line(1)])).rejects.toThrow(Fenced);
    expect(readdirSync(join(folderOf(root), "owner"))).toEqual(["00000004.json"]);
    expect(await fileStore(root).read(RUN, 0)).toEqual([line(0)]);
    for (const claim of [first, ...followers]) await claim.release();
  });

  it("goes to exactly one of many who try at once", async () => {
    const root = temporaryFolder();
    const owners = new PretendedOwners();
    const dead = await fileStore(root, { owners: owners.engine(1) }).create(header());
    owners.become(1, "dead");
    const tries = Array.from({ length: 8 }, (_, index) =>
      fileStore(root, { owners: owners.engine(index + 2) }).claim(RUN),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of results) {
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(ClaimRefused);
      else await one.value.release();
    }
    await dead.release();
  });

  it("is given back when the log turns out to be damaged", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    await (await store.create(header())).release();
    writeFileSync(join(folderOf(root), "session.jsonl"), "damage\n");
    await expect(store.claim(RUN)).rejects.toThrow(LogDamaged);
    await expect(store.claim(RUN)).rejects.toThrow("line 1 cannot be read");
  });
});

describe("what a killed engine was writing", () => {
  /** The name that a process which is gone gave. */
  const abandoned = (path: string): string =>
    temporaryName(path).replace(/-\d+-\d+-([0-9a-f]+\.tmp)$/, "-1-0-$1");

  it("is gone when its run goes on, and what others are writing is not", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    await store.blobs.put((async function* () {})(), 1);
    const claim = await store.create(header());
    await claim.putPrivate("a", "b");
    await store.requests.post(RUN, { kind: "halt" });
    await claim.release();
    const parts = ["private", "requests", "owner", "."].map((part) => join(folderOf(root), part));
    const [workspace = ""] = readdirSync(join(root, "workspaces"));
    const folders = [...parts, root, join(root, "blobs"), join(root, "workspaces", workspace)];
    const before = folders.map((folder) => readdirSync(folder));
    for (const folder of folders) writeFileSync(abandoned(join(folder, "x")), "half");
    mkdirSync(join(abandoned(join(root, "runs/.exec-0")), "owner"), { recursive: true });
    const living = temporaryName(join(root, "blobs/blob"));
    writeFileSync(living, "half");
    const again = await store.claim(RUN);
    rmSync(living);
    const names = folders.map((folder) => readdirSync(folder));
    // Owners are numbered.
    const numberless = (lists: readonly string[][]): string[][] =>
      lists.map((list) => list.map((name) => name.replace(/^\d+\.json$/, "owner")));
    expect(numberless(names)).toEqual(numberless(before));
    expect(readdirSync(join(root, "runs"))).toEqual([RUN.run]);
    await again.release();
  });
});

describe("a store that cannot be written", () => {
  it("is lost by name", async () => {
    const nowhere = fileStore("/proc/none/deeper");
    await expect(nowhere.create(header())).rejects.toThrow(StoreLost);
    const advice = "/proc/none/deeper cannot be written: ENOENT: no such file or directory";
    await expect(nowhere.create(header())).rejects.toThrow(advice);
    const put = nowhere.blobs.put((async function* () {})(), 1);
    await expect(put).rejects.toThrow("or keep runs in another folder (--state-dir, stateFolder)");
    const root = temporaryFolder();
    const claim = await fileStore(root).create(header());
    execFileSync("sh", ["-c", "rm -rf private; ln -s /proc private"], { cwd: folderOf(root) });
    await expect(claim.putPrivate("a", "b")).rejects.toThrow("a private record cannot be written");
    await claim.release();
  });
});
