/** The index file is git's own: what git writes is read as git reads it, and git reads what is written here. */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WorldRefused } from "@crucible/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexOf, readIndex, readIndexFile, type TreeEntry } from "../../src/git/index-file.js";
import { makePipe, temporaryFolder } from "../support/folder.js";
import { git } from "../support/worlds.js";

/** Runs git on an index file; input and output have a character for each byte. */
function gitOn(folder: string, index: string, input: string, ...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_INDEX_FILE: index };
  const options = { cwd: folder, env, input: Buffer.from(input, "latin1") };
  return execFileSync("git", args, options).toString("latin1");
}

/** A repository, and an index file that is not its own. */
function place(): { readonly folder: string; readonly index: string } {
  const folder = temporaryFolder();
  git(folder, "init", "-q");
  return { folder, index: join(folder, "made-here") };
}

function lines(entries: ReadonlyMap<string, TreeEntry>): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([path, { mode, object }]) => `${mode} ${object} 0\t${path}\0`).join("");
}

/** Bytes that paths are made of: letters, the first and last that are none of ASCII's, and what needs quoting. */
const name = fc
  .array(fc.constantFrom("a", "b", "z", "\u0001", "\n", '"', "\u0080", "\u00ff", "."), {
    minLength: 1,
    maxLength: 12,
  })
  .map((bytes) => bytes.join(""))
  .filter((text) => text !== "." && text !== "..");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const entry: fc.Arbitrary<TreeEntry> = fc.record({
  mode: fc.constantFrom("100644", "100755", "120000"),
  object: fc.stringMatching(/^[1-9a-f][0-9a-f]{39}$/),
});
const tree = fc
  .dictionary(path, entry, { maxKeys: 12 })
  .map((paths) => new Map(Object.entries(paths)))
  .filter((paths) => ![...paths.keys()].some((one) => isFolderIn(one, paths)));

/** No tree has a file where it has a folder. */
function isFolderIn(one: string, paths: ReadonlyMap<string, TreeEntry>): boolean {
  return [...paths.keys()].some((other) => other.startsWith(`${one}/`));
}

describe("an index file", () => {
  it("says to git what it was made of, and is read as git has it", () => {
    const { folder, index } = place();
    fc.assert(
      fc.property(tree, (entries) => {
        writeFileSync(index, indexOf(entries));
        expect(gitOn(folder, index, "", "ls-files", "-s", "-z")).toBe(lines(entries));
        // Git writes it anew, with one path that is not in the way of others.
        const more = new Map([...entries, ["~", { mode: "100644", object: "1".repeat(40) }]]);
        gitOn(folder, index, `100644 ${"1".repeat(40)}\t~\0`, "update-index", "-z", "--index-info");
        expect(lines(readIndex(readFileSync(index)))).toBe(lines(more));
      }),
      { numRuns: 25 },
    );
  });

  it("holds names of any length", () => {
    const { folder, index } = place();
    const entries = new Map<string, TreeEntry>();
    for (const length of [1, 2, 7, 8, 9, 255, 4_094, 4_095, 4_096, 5_000]) {
      entries.set("n".repeat(length), { mode: "100644", object: "2".repeat(40) });
    }
    const bytes = indexOf(entries);
    expect(readIndex(bytes)).toEqual(entries);
    writeFileSync(index, bytes);
    expect(gitOn(folder, index, "", "ls-files", "-s", "-z")).toBe(lines(entries));
  });

  it("is read past what git keeps behind its entries", () => {
    const { folder, index: held } = place();
    const object = git(folder, "hash-object", "-w", "--stdin");
    gitOn(folder, held, `100644 ${object}\tin/a\0`, "update-index", "-z", "--index-info");
    gitOn(folder, held, "", "write-tree");
    expect(readFileSync(held).includes("TREE")).toBe(true);
    expect(readIndex(readFileSync(held))).toEqual(new Map([["in/a", { mode: "100644", object }]]));
  });

  it("of another version is refused, and so is what is none", () => {
    const { folder, index: other } = place();
    gitOn(folder, other, `100644 ${"3".repeat(40)}\ta\0`, "update-index", "-z", "--index-info");
    gitOn(folder, other, "", "update-index", "--index-version", "4");
    expect(() => readIndex(readFileSync(other))).toThrow("no index of version 2");
    expect(() => readIndex(Buffer.from("DI"))).toThrow("no index of version 2");
    expect(() => readIndex(Buffer.from("DIRE\0\0\0\u0002\0\0\0\0"))).toThrow(
      "no index of version 2",
    );
  });

  it("that is damaged is refused, wherever it ends and however many entries it claims", () => {
    const whole = indexOf(new Map([["a/b", { mode: "100644", object: "4".repeat(40) }]]));
    for (let length = 0; length < 12 + 62 + 3; length++) {
      expect(() => readIndex(whole.subarray(0, length))).toThrow();
    }
    const many = Buffer.from(whole);
    many.writeUInt32BE(0xffff_ffff, 8);
    expect(() => readIndex(many)).toThrow("ends before its last entry does");
  });

  it("in whose place something else stands is refused for the place's fault, and never waited on", async () => {
    const { folder, index } = place();
    expect(await readIndexFile(index)).toBeUndefined();
    writeFileSync(index, "garbage");
    symlinkSync(index, join(folder, "link"));
    makePipe(join(folder, "pipe"));
    for (const path of [index, join(folder, "link"), join(folder, "pipe"), folder]) {
      await expect(readIndexFile(path)).rejects.toThrow(WorldRefused);
    }
  });
});
