/** Which changes the workspace's own rules keep out of its commits. */
import { describe, expect, it } from "vitest";
import { fail, git, pass, read, testPack } from "../support/worlds.js";

const tracked = (workspace: Parameters<typeof git>[0]): string =>
  git(workspace, "ls-tree", "-r", "--name-only", "HEAD");

describe("ignore rules", () => {
  it.each([
    ["a file at the top", "echo '*.log' > .gitignore; mkdir d", ".gitignore"],
    ["a file in the folder", "mkdir d; echo '*.log' > d/.gitignore", "d/.gitignore"],
    ["a file in a folder above", "mkdir -p d/in; echo 'in/*.log' > d/.gitignore", "d/.gitignore"],
    ["the repository", "mkdir d; echo '*.log' >> .git/info/exclude", ""],
  ])("of %s count from the task on that wrote them", async (_whose, rules, kept) => {
    const workspace = await testPack().open();
    const add = "mkdir -p d/in; echo 1 > d/in/x.log; echo 1 > d/in/x.txt";
    await pass(workspace, `${rules}; ${add}`);
    expect(tracked(workspace)).toBe(`${kept}\nd/in/x.txt`.trim());
    // What was ignored is settled all the same.
    await fail(workspace, "echo 2 > d/in/x.log; echo 2 > d/in/y.log");
    expect(read(workspace, "d/in/x.log")).toBe("1\n");
    await pass(workspace, "echo 3 > d/in/z.log; rm d/in/x.log");
    expect(tracked(workspace)).toBe(`${kept}\nd/in/x.txt`.trim());
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("do not reach a file that a commit holds, until it is gone from there", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a.log");
    await pass(workspace, "echo '*.log' > .gitignore; echo 2 > a.log; echo 2 > b.log");
    expect(git(workspace, "show", "HEAD:a.log")).toBe("2");
    await pass(workspace, "rm a.log");
    expect(tracked(workspace)).toBe(".gitignore");
    await pass(workspace, "echo 3 > a.log");
    expect(tracked(workspace)).toBe(".gitignore");
    await pass(workspace, "rm .gitignore; echo 4 > a.log");
    expect(tracked(workspace)).toBe("a.log");
  });

  it("that are remarks, or empty, ignore nothing", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "printf '# *\\n\\n' >> .git/info/exclude; : > .gitignore; echo 1 > a");
    expect(tracked(workspace)).toBe(".gitignore\na");
  });

  it("are found behind more lines than anybody reads", async () => {
    const workspace = await testPack().open();
    await pass(
      workspace,
      "yes '# a remark' | head -n 10000 >> .git/info/exclude; echo '*.log' >> .git/info/exclude; echo 1 > a; echo 1 > a.log",
    );
    expect(tracked(workspace)).toBe("a");
  });
});
