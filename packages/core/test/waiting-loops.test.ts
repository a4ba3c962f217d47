/** Loops that would wait for each other for ever. */
import { describe, expect, test } from "vitest";
import { bareTask, type Task, waitingLoops } from "../src/index.js";

function task(name: string, dependsOn: readonly string[], targets: readonly string[] = []): Task {
  const revise = targets.length === 0 ? {} : { revise: { targets, maxRounds: 2 } };
  return { ...bareTask(name), kind: "command", command: "true", dependsOn, ...revise };
}

describe("LOOP-014, LOOP-015: loops of which each waits for the other", () => {
  test("are found by what their bodies read, and named by their reviewers", () => {
    const tasks = [
      task("a", []),
      task("b", []),
      task("review_a", ["a", "b"], ["a"]),
      task("review_b", ["b", "a"], ["b"]),
    ];
    expect(waitingLoops({ tasks })).toEqual(["review_a", "review_b"]);
  });

  test("are none where only one waits, or nobody reviews", () => {
    const tasks = [
      task("a", []),
      task("b", []),
      task("review_a", ["a"], ["a"]),
      task("review_b", ["b", "a"], ["b"]),
      task("after", ["review_b"]),
    ];
    expect(waitingLoops({ tasks })).toEqual([]);
    expect(waitingLoops({ tasks: tasks.slice(0, 2) })).toEqual([]);
  });
});
