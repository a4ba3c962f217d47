import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOfText } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { PackRefused, readPack } from "../../src/pack/read-pack.js";
import { makePipe, temporaryFolder } from "../support/folder.js";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function problemsOf(folder: string, bounds = {}): Promise<readonly string[]> {
  const error = await readPack(folder, bounds).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PackRefused);
  return (error as PackRefused).problems;
}

describe("reading a pack", () => {
  it("takes regular files outside state, .git and workspace, at any depth (PACK-001)", async () => {
    const pack = await readPack(
      folderOf({
        "crucible.toml": "edition = 2\n",
        "a/b.star": "x\n",
        ".hidden": "h\n",
        "state/session.jsonl": "no",
        ".git/HEAD": "no",
        "workspace/a": "no",
        "a/state/x": "no",
        "statement/x": "s\n",
        "workspace.toml": "w\n",
      }),
    );
    expect([...pack.files.keys()]).toEqual([
      ".hidden",
      "a/b.star",
      "crucible.toml",
      "statement/x",
      "workspace.toml",
    ]);
    expect(new TextDecoder().decode(pack.files.get("a/b.star")?.bytes)).toBe("x\n");
  });

  it("has the digest of its sorted list of files, which modes do not change (PACK-006, PACK-007, PACK-008)", async () => {
    const files = { b: "2", "a/x": "1", "\u{1F600}": "3", "\uFFFD": "4" };
    const folder = folderOf(files);
    const line = (path: string, text: string): string =>
      `${digestOfText(text).slice(7)}  ${path}\n`;
    // By bytes, U+FFFD comes before a character beyond the basic plane.
    const list = line("a/x", "1") + line("b", "2") + line("\uFFFD", "4") + line("\u{1F600}", "3");
    const digest = `tree1:${digestOfText(list).slice(7)}`;
    expect((await readPack(folder)).digest).toBe(digest);
    execFileSync("chmod", ["-R", "+x", folder]);
    const executable = await readPack(folder);
    expect(executable.digest).toBe(digest);
    expect(executable.files.get("b")?.executable).toBe(true);
  });

  it("keeps its bytes whatever happens to the folder afterwards", async () => {
    const folder = folderOf({ a: "before" });
    const pack = await readPack(folder);
    writeFileSync(join(folder, "a"), "after!");
    expect(new TextDecoder().decode(pack.files.get("a")?.bytes)).toBe("before");
  });

  it("may be empty", async () => {
    expect((await readPack(temporaryFolder())).files.size).toBe(0);
  });

  it("refuses links, pipes and files with two names, all of them at once (PACK-004)", async () => {
    const folder = folderOf({ real: "r", "workspace/x": "x" });
    symlinkSync("real", join(folder, "link"));
    symlinkSync(folder, join(folder, "loop"));
    symlinkSync("/etc", join(folder, "workspace", "fine"));
    makePipe(join(folder, "pipe"));
    linkSync(join(folder, "real"), join(folder, "workspace", "second"));
    expect((await problemsOf(folder)).toSorted()).toEqual([
      "link is a symbolic link, and a pack holds regular files only",
      "loop is a symbolic link, and a pack holds regular files only",
      "pipe is a named pipe, and a pack holds regular files only",
      "real has 2 names, and a file of a pack has one",
    ]);
  });

  it("refuses names with a line break or that are no UTF-8 (PACK-003)", async () => {
    const folder = folderOf({ "a\nb": "x" });
    writeFileSync(Buffer.from(`${folder}/\xff`, "latin1"), "x");
    expect(await problemsOf(folder)).toEqual(
      expect.arrayContaining([
        "its root has a file whose name holds a line break",
        "its root has a file whose name is not UTF-8",
      ]),
    );
  });

  it("refuses more files, bytes and folders than its bounds", async () => {
    const folder = folderOf({ a: "123", b: "456", "c/d/e/f": "" });
    expect(await problemsOf(folder, { filesMax: 2 })).toEqual(["it has more than 2 files"]);
    expect(await problemsOf(folder, { bytesMax: 5 })).toEqual(["its files exceed 5 bytes"]);
    expect(await problemsOf(folder, { depthMax: 2 })).toEqual([
      "c/d/e is more than 2 folders deep",
    ]);
    expect((await readPack(folder, { filesMax: 3, bytesMax: 6, depthMax: 3 })).files.size).toBe(3);
  });

  it("does not read a large sparse file to find that it is too large", async () => {
    const folder = temporaryFolder();
    execFileSync("sh", ["-c", "truncate -s 10G big"], { cwd: folder });
    expect(await problemsOf(folder)).toEqual(["its files exceed 67108864 bytes"]);
  });

  it("names the first of many problems in its message", async () => {
    const folder = folderOf({ "crucible.toml": "edition = 2\n" });
    for (let count = 1; count <= 30; count++) symlinkSync("gone", join(folder, `l${100 + count}`));
    const error = await readPack(folder).catch((caught: unknown) => caught);
    const link = "is a symbolic link, and a pack holds regular files only";
    expect(String(error)).toBe(
      `PackRefused: ${folder} cannot be read as a pack: l101 ${link}; l102 ${link}; l103 ${link}; and more`,
    );
    expect(await problemsOf(folder)).toHaveLength(20);
  });

  it("names a folder that cannot be read", async () => {
    expect(await problemsOf("/no/such/pack")).toEqual(["it cannot be listed (ENOENT)"]);
    const error = await readPack("/no/such/pack").catch((caught: unknown) => caught);
    expect(String(error)).toContain("/no/such/pack cannot be read as a pack");
  });
});
