import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkOut } from "../../src/git/check-out.js";
import { temporaryFolder } from "../support/folder.js";
import { git } from "../support/worlds.js";

it("writing files follows no link that a task put where the index of the call goes, and leaves nothing there", async () => {
  const [folder, workTree] = [temporaryFolder(), temporaryFolder()];
  git(folder, "init", "-q");
  writeFileSync(join(folder, "a"), "contents\n");
  const object = git(folder, "hash-object", "-w", "a");
  const [index, outside] = [join(folder, "index-of-call"), join(folder, "outside")];
  writeFileSync(outside, "mine\n");
  symlinkSync(outside, index);
  const call = { cwd: workTree, workTree, repository: join(folder, ".git"), index };
  await checkOut(call, new Map([["in/b", { mode: "100644", object }]]));
  expect(readFileSync(join(workTree, "in/b"), "utf8")).toBe("contents\n");
  expect(readFileSync(outside, "utf8")).toBe("mine\n");
  expect(existsSync(index)).toBe(false);
});
