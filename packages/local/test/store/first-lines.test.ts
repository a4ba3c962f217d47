/** What a store promises of its smallest things: a first line, a first sync, one line left out, a name that is none. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { BlobTooLarge, ClaimRefused, Fenced, LogDamaged, StoreLost } from "@crucible/core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { OwnerSystem } from "../../src/identity/owner.js";
import { fileBlobs } from "../../src/store/blobs.js";
import { fileStore } from "../../src/store/file-store.js";
import { LogFile } from "../../src/store/log-file.js";
import { readLogBytes } from "../../src/store/log-reading.js";
import { readable } from "../../src/store/readable.js";
import { TranscriptFile } from "../../src/store/transcript-file.js";
import { temporaryFolder } from "../support/folder.js";
import { header, line, PretendedOwners, RUN } from "../support/stores.js";

const textOf = (seq: number): string => `${JSON.stringify(line(seq))}\n`;

describe("the first line of a log", () => {
  it("that is empty, with others behind it, is damage and not a torn end (WIRE-034)", () => {
    const read = (text: string): unknown => readLogBytes(Buffer.from(text), 0, "log");
    expect(() => read(`\n${textOf(0)}`)).toThrow(LogDamaged);
    expect(() => read("\n")).toThrow("line 1 cannot be read: it is not JSON");
    expect(read("")).toEqual({ lines: [], length: 0, unended: false });
  });

  it("is damage where a text of it is no UTF-8, though all else is right", () => {
    const text = JSON.stringify({ ...line(0), kind: "novelty", note: "x" });
    const bytes = Buffer.from(`${text}\n`);
    expect(readLogBytes(bytes, 0, "log").lines).toHaveLength(1);
    bytes[text.lastIndexOf("x")] = 0xff;
    expect(() => readLogBytes(bytes, 0, "log")).toThrow("line 1 cannot be read: it is not UTF-8");
  });
});

describe("making a log durable", () => {
  /** Counts syncs, and lets those fail that the test says. */
  async function watchedSyncs(fails: () => boolean): Promise<{ count: number }> {
    const probe = await open(join(temporaryFolder(), "probe"), "w");
    const handle = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const real = handle.datasync;
    const seen = { count: 0 };
    handle.datasync = async function watched(this: FileHandle) {
      seen.count += 1;
      if (fails()) throw new Error("EIO: i/o error, fdatasync");
      await real.call(this);
    };
    onTestFinished(() => {
      handle.datasync = real;
    });
    return seen;
  }

  async function openLog(): Promise<LogFile> {
    const path = join(temporaryFolder(), "session.jsonl");
    writeFileSync(path, "");
    const log = await LogFile.open(path);
    onTestFinished(async () => await log.close());
    return log;
  }

  it("syncs from the first append on, once for all that was appended, and not again", async () => {
    const syncs = await watchedSyncs(() => false);
    const log = await openLog();
    await log.flush();
    expect(syncs.count).toBe(0);
    await log.append([line(0)]);
    await log.flush();
    expect(syncs.count).toBe(1);
    await log.flush();
    expect(syncs.count).toBe(1);
    await Promise.all([log.append([line(1)]), log.append([line(2)])]);
    await Promise.all([log.flush(), log.flush()]);
    expect(syncs.count).toBe(2);
  });

  it("that failed once has lost the log for good", async () => {
    let broken = true;
    await watchedSyncs(() => broken);
    const log = await openLog();
    await log.append([line(0)]);
    await expect(log.flush()).rejects.toThrow(StoreLost);
    broken = false;
    await expect(log.flush()).rejects.toThrow(StoreLost);
    await expect(log.append([line(1)])).rejects.toThrow("cannot be written");
  });
});

describe("what lies among the runs and cannot be an execution", () => {
  it("is not listed, and hides no run", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    await (await store.create(header())).release();
    for (const odd of [".hidden", "a b", "ä"]) {
      for (const folder of [join("runs", odd, "exec-1"), join("runs", "run-1", odd)]) {
        mkdirSync(join(root, folder), { recursive: true });
        writeFileSync(join(root, folder, "header.json"), JSON.stringify(header()));
      }
    }
    expect(await store.list()).toMatchObject([RUN]);
  });

  it("a header that is broken otherwise is not called another version", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    await (await store.create(header())).release();
    const path = join(root, "runs", RUN.run, RUN.execution, "header.json");
    writeFileSync(path, JSON.stringify({ ...header(), started_at: 7 }));
    await expect(store.header(RUN)).rejects.toThrow(`${path} cannot be read: /started_at: `);
  });
});

describe("an execution that is taken back before its first line", () => {
  it("RUN-062: is gone with its claim, and leaves the run's other executions", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const first = await store.create(header());
    await first.append([line(0)]);
    await first.release();
    const second = await store.create(header({ execution: "exec-2" }));
    await second.discard();
    expect(readdirSync(join(root, "runs", RUN.run))).toEqual([RUN.execution]);
    await expect(second.append([line(0)])).rejects.toThrow(Fenced);
    await expect(second.append([line(0)])).rejects.toThrow("was given up");
    await second.release();
    expect(await store.list()).toMatchObject([{ ...RUN, owned: false }]);
  });

  it("RUN-062: takes the run with it where it was the only one", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const only = await store.create(header());
    await only.discard();
    expect(readdirSync(join(root, "runs"))).toEqual([]);
    await (await store.create(header())).release();
  });
});

describe("a request that is none", () => {
  it.each(["null", "7", '"halt"', "[]", "{}", '{"kind":"skip"}', '{"reason":"x"}', "{", ""])(
    "RUN-030: such as %s is dropped, and the one behind it taken",
    async (text) => {
      const root = temporaryFolder();
      const store = fileStore(root);
      const claim = await store.create(header());
      const folder = join(root, "runs", RUN.run, RUN.execution, "requests");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "000.json"), text);
      await store.requests.post(RUN, { kind: "stop", reason: "enough" });
      expect(await store.requests.take(RUN)).toEqual([{ kind: "stop", reason: "enough" }]);
      expect(readdirSync(folder)).toEqual([]);
      await claim.release();
    },
  );
});

describe("an owner", () => {
  const owner = (pid: number, isStopped: boolean): OwnerSystem => ({
    ...new PretendedOwners().engine(pid),
    stateOf: () => "alive",
    isStopped: () => isStopped,
  });

  it.each([
    [true, "by process 7, which is stopped (kill -CONT 7 lets it go on, kill -KILL 7 ends it)"],
    [false, "by process 7"],
  ])("RUN-060: is named to whoever comes second, stopped or not: %s", async (isStopped, words) => {
    const root = temporaryFolder();
    const claim = await fileStore(root, { owners: owner(7, isStopped) }).create(header());
    const refused = fileStore(root, { owners: owner(8, isStopped) }).claim(RUN);
    await expect(refused).rejects.toThrow(ClaimRefused);
    const message = await refused.catch((error: Error) => error.message);
    expect(message).toMatch(words);
    expect(String(message).endsWith(words)).toBe(true);
    await claim.release();
  });

  it("whose record names no process is somebody whose record is damaged", async () => {
    const root = temporaryFolder();
    const claim = await fileStore(root, { owners: owner(7, false) }).create(header());
    const folder = join(root, "runs", RUN.run, RUN.execution, "owner");
    const [name = ""] = readdirSync(folder);
    const record = JSON.parse(readFileSync(join(folder, name), "utf8"));
    expect(record).toMatchObject({ v: 1, ...RUN, released: false });
    record.owner.pid = "7";
    writeFileSync(join(folder, name), JSON.stringify(record));
    const [summary] = await fileStore(root, { owners: owner(8, false) }).list();
    expect(summary).toMatchObject({ owned: true, owner: expect.stringContaining("is damaged") });
    await claim.release();
  });
});

describe("a record that cannot be looked at", () => {
  const failing = (code: string) => async (): Promise<never> => {
    throw Object.assign(new Error(`${code}: told so`), { code });
  };

  it("is damage of its run where it is gone or something else stands there", async () => {
    await expect(readable("r", failing("ENOENT"))).rejects.toThrow("r is gone");
    await expect(readable("r", failing("ENOENT"))).rejects.toThrow(LogDamaged);
    for (const code of ["EISDIR", "ENOTDIR", "ELOOP", "EACCES", "EIO"]) {
      const reading = readable("r", failing(code));
      await expect(reading).rejects.toThrow(LogDamaged);
      await expect(reading).rejects.toThrow(`r cannot be read: ${code}: told so`);
    }
  });

  it("is no damage where the machine has run out of something", async () => {
    for (const code of ["EMFILE", "ENOMEM"]) {
      const reading = readable("r", failing(code));
      await expect(reading).rejects.toThrow(`${code}: told so`);
      await expect(reading).rejects.not.toBeInstanceOf(LogDamaged);
    }
  });
});

describe("what is kept", () => {
  it("for its owner's eyes is so from the start: a blob", async () => {
    const root = temporaryFolder();
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("secret");
    }
    const { digest } = await fileBlobs(root).put(content(), 6);
    const name = digest.slice("sha256:".length);
    expect(statSync(join(root, name.slice(0, 2), name)).mode & 0o777).toBe(0o600);
    await expect(fileBlobs(root).put(content(), 5)).rejects.toThrow(BlobTooLarge);
  });

  it("of a transcript says that one line was left out", async () => {
    const folder = temporaryFolder();
    const transcript = new TranscriptFile(folder, "attempts/a.jsonl");
    transcript.add('{"kind":"prompt"}');
    transcript.add("x".repeat(64 * 1_048_576));
    const kept = await transcript.end();
    const text = readFileSync(join(folder, kept?.path ?? ""), "utf8");
    expect(text).toBe('{"kind":"prompt"}\n{"kind":"left_out","lines":1}\n');
    expect(kept?.size).toBe(text.length);
  });
});
