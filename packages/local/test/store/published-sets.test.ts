import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BlobRef, CapturedFile, LogLine } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { fileStore } from "../../src/store/file-store.js";
import { temporaryFolder } from "../support/folder.js";
import { header, line, RUN } from "../support/stores.js";

function row(seq: number, task: string, files: readonly CapturedFile[]): LogLine {
  return line(seq, {
    kind: "task_result",
    task,
    status: "pass",
    plan_version: 1,
    task_kind: "command",
    iter: 0,
    digest: "",
    job: "",
    attempts: 1,
    cost_usd: 0,
    score: null,
    note: "",
    files,
    secs: 0,
    trace_id: "",
    span_id: "",
  });
}

function captured(path: string, { digest, size }: BlobRef): CapturedFile {
  return { path, digest, size, executable: false };
}

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content);
}

describe("captured sets in a file store", () => {
  it("can be looked at by row and path, whatever the rows are called (FILE-009, FILE-023)", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    const one = captured("a/b.txt", await store.blobs.put(text("one"), 100));
    const two = captured("c", await store.blobs.put(text("two"), 100));
    const files = join(root, "runs", RUN.run, RUN.execution, "files");
    await claim.append([row(0, "draft", [one, two]), row(1, "m[.a/../%]", [two]), row(2, "n", [])]);
    expect(readdirSync(files).sort()).toEqual(["draft", "m[%2Ea%2F..%2F%25]"]);
    expect(readFileSync(join(files, "draft/a/b.txt"), "utf8")).toBe("one");
    expect(readFileSync(join(files, "m[%2Ea%2F..%2F%25]/c"), "utf8")).toBe("two");
    const long = `m[${"\u00e9".repeat(300)}]`;
    await claim.append([row(3, long, [one]), row(4, `${long}x`, [one])]);
    expect(readdirSync(files)).toHaveLength(4);
    await claim.release();
  });

  it("appear when the engine was killed before they did, and cannot stop a run (FILE-047)", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    const one = captured("a.txt", await store.blobs.put(text("one"), 100));
    const folder = join(root, "runs", RUN.run, RUN.execution);
    await claim.append([row(0, "draft", [one])]);
    await claim.release();
    rmSync(join(folder, "files"), { recursive: true });
    const again = await store.claim(RUN);
    expect(readFileSync(join(folder, "files/draft/a.txt"), "utf8")).toBe("one");
    rmSync(join(folder, "files"), { recursive: true });
    writeFileSync(join(folder, "files"), "in the way");
    await again.append([row(1, "later", [one])]);
    expect(await store.read(RUN, 1)).toHaveLength(1);
    await again.release();
  });

  it("are made anew by a new owner only where they do not stand as their last rows say", async () => {
    const root = temporaryFolder();
    const store = fileStore(root);
    const claim = await store.create(header());
    const one = captured("a.txt", await store.blobs.put(text("one"), 100));
    const two = captured("d/b.txt", await store.blobs.put(text("two"), 100));
    await claim.append([row(0, "whole", [one, two]), row(1, "less", [one, two])]);
    await claim.append([row(2, "less", [two]), row(3, "other", [one])]);
    await claim.release();
    const folder = join(root, "runs", RUN.run, RUN.execution);
    const files = join(folder, "files");
    const places = ["whole", "whole/d"].map((path) => statSync(join(files, path)).ino);
    // As a kill leaves it: the earlier set of a row, a set that leads elsewhere, one half made.
    symlinkSync("nowhere", join(files, "less/a.txt"));
    rmSync(join(files, "other/a.txt"));
    symlinkSync(readlinkSync(join(files, "whole/d/b.txt")), join(files, "other/a.txt"));
    mkdirSync(join(folder, "files.tmp/other"), { recursive: true });
    const again = await store.claim(RUN);
    expect(["whole", "whole/d"].map((path) => statSync(join(files, path)).ino)).toEqual(places);
    expect(readdirSync(join(files, "less"))).toEqual(["d"]);
    expect(readFileSync(join(files, "other/a.txt"), "utf8")).toBe("one");
    expect(readdirSync(folder)).not.toContain("files.tmp");
    await again.release();
  });
});
