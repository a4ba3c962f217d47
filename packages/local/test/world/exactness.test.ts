/**
 * Whatever a failing task does to a workspace, throwing it away gives the settled state back, exactly; whatever a
 * passing one does stays. Tasks are made up of random steps on a small tree, where collisions are likely.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { git, testPack } from "../support/worlds.js";

type Step =
  | { readonly do: "write"; readonly path: string; readonly text: string }
  | { readonly do: "link"; readonly path: string; readonly to: string }
  | { readonly do: "folder" | "remove" | "executable" | "plain"; readonly path: string };

const name = fc.constantFrom("a", "b", "x.log", "-r", ":(top)", "ä");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("write" as const), path, text: fc.constantFrom("1", "2", "") }),
  fc.record({ do: fc.constant("link" as const), path, to: fc.constantFrom("a", "..", "/etc") }),
  fc.record({
    do: fc.constantFrom(
      "folder" as const,
      "remove" as const,
      "executable" as const,
      "plain" as const,
    ),
    path,
  }),
);
const task = fc.record({ steps: fc.array(step, { maxLength: 8 }), passes: fc.boolean() });

describe("a workspace", () => {
  it("is, after any tasks, what the passing ones made of it", async () => {
    const pack = testPack();
    const workspace = await pack.open();
    writeFileSync(join(workspace.location, ".gitignore"), "*.log\n");
    let settled = "";
    const settle = async (): Promise<void> => {
      await workspace.settle(await workspace.commit("task t"));
    };
    await settle();
    settled = picture(workspace.location);
    await fc.assert(
      fc.asyncProperty(task, async ({ steps, passes }) => {
        for (const one of steps) perform(workspace.location, one);
        if (passes) {
          settled = picture(workspace.location);
          await settle();
        } else {
          await workspace.settle(null);
        }
        expect(picture(workspace.location)).toBe(settled);
        expect(git(workspace, "status", "--porcelain")).toBe("");
      }),
      // The workspace remembers what came before, so a failure made smaller would be another one.
      { numRuns: 60, endOnFailure: true },
    );
  });
});

/** Steps that the tree does not allow do nothing. */
function perform(root: string, one: Step): void {
  const location = join(root, one.path);
  try {
    mkdirSync(dirname(location), { recursive: true });
    if (one.do === "write") writeFileSync(location, one.text);
    else if (one.do === "link") symlinkSync(one.to, location);
    else if (one.do === "folder") mkdirSync(location);
    else if (one.do === "remove") rmSync(location, { recursive: true });
    else chmodSync(location, one.do === "executable" ? 0o755 : 0o644);
  } catch {
    // Such as a file where a folder would have to be.
  }
}

/** Every path with its kind, its execute bit and its contents. */
function picture(root: string): string {
  const script = `find . -name .git -prune -o -printf '%p %y ' -type f -printf '%m ' -exec cat {} ';' -o -type l -printf '%l' -printf '\\n'`;
  const lines = execFileSync(
    "sh",
    ["-c", `${script} ; find . -name .git -prune -o -printf '%p %y\\n'`],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return lines.split("\n").sort().join("\n");
}
