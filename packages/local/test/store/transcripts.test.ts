import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileStore } from "../../src/store/file-store.js";
import { TranscriptFile } from "../../src/store/transcript-file.js";
import { temporaryFolder } from "../support/folder.js";
import { header } from "../support/stores.js";

describe("a transcript", () => {
  it("HARNESS-011: is a file beside the log that its owner alone may read", async () => {
    const root = temporaryFolder();
    const claim = await fileStore(root).create(header());
    const transcript = claim.transcribe?.("exec-1-7");
    for (let n = 0; n < 1_000; n++) transcript?.add(JSON.stringify({ n }));
    const kept = await transcript?.end();
    expect(kept?.path).toBe("attempts/exec-1-7.jsonl");
    const path = join(root, "runs/run-1/exec-1", kept?.path ?? "");
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(path).size).toBe(kept?.size);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).n)).toEqual([...Array(1_000).keys()]);
    await claim.release();
  });

  it("that cannot be written is left out, and stops nobody", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "attempts"), "not a folder");
    const transcript = new TranscriptFile(folder, "attempts/a.jsonl");
    transcript.add("{}");
    expect(await transcript.end()).toBeUndefined();
  });

  it("replaces nothing outside of its own name", async () => {
    const folder = temporaryFolder();
    const outside = join(temporaryFolder(), "outside");
    writeFileSync(outside, "kept");
    symlinkSync(outside, join(folder, "a.jsonl"));
    const transcript = new TranscriptFile(folder, "a.jsonl");
    transcript.add("{}");
    expect((await transcript.end())?.size).toBe(3);
    expect(readFileSync(outside, "utf8")).toBe("kept");
  });
});
