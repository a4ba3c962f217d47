/** Dependencies first; among tasks that are ready together, the one declared first. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ancestors, InternalError, orderTasks, topologicalOrder } from "../src/index.js";

interface Node {
  readonly name: string;
  readonly dependsOn: readonly string[];
}

const node = (name: string, ...dependsOn: string[]): Node => ({ name, dependsOn });
const names = (nodes: readonly Node[]): string => nodes.map(({ name }) => name).join(" ");

/** Graphs without cycles, declared in any order. */
const graphs: fc.Arbitrary<readonly Node[]> = fc
  .array(fc.array(fc.nat(99), { maxLength: 4 }), { maxLength: 30 })
  .chain((draws) => {
    const nodes = draws.map((picks, index) => {
      const earlier = index === 0 ? [] : picks.map((pick) => `n${pick % index}`);
      return node(`n${index}`, ...new Set(earlier));
    });
    return fc.shuffledSubarray(nodes, { minLength: nodes.length });
  });

describe("topologicalOrder", () => {
  test("EXEC-002: keeps declaration order where nothing speaks against it", () => {
    expect(names(topologicalOrder([node("c"), node("a"), node("b")]))).toBe("c a b");
    const diamond = [node("end", "r", "l"), node("r", "top"), node("l", "top"), node("top")];
    expect(names(topologicalOrder(diamond))).toBe("top r l end");
  });

  test("EXEC-002: takes the first declared of the ready ones, not the first that became ready", () => {
    const tasks = [node("x", "late"), node("a"), node("late"), node("b", "a")];
    expect(names(topologicalOrder(tasks))).toBe("a late x b");
  });

  test("of two with one name the first is depended on, and an unknown name waits for nobody", () => {
    const { order, stuck } = orderTasks([node("x", "a"), node("a"), node("a", "nobody")]);
    expect([names(order), stuck]).toEqual(["a x a", []]);
  });

  test("a cycle is a bug by the time a plan is ordered", () => {
    expect(() => topologicalOrder([node("a", "b"), node("b", "a")])).toThrow(InternalError);
  });

  test("holds every task once, behind its dependencies, and is the least such order", () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const order = topologicalOrder(tasks);
        expect(new Set(order)).toEqual(new Set(tasks));
        expect(order).toEqual(leastOrder(tasks));
      }),
    );
  });
});

/** The rule, word for word and slowly: again and again the first declared task whose dependencies are done. */
function leastOrder(tasks: readonly Node[]): readonly Node[] {
  const done: Node[] = [];
  while (done.length < tasks.length) {
    const isDone = (name: string): boolean => done.some((task) => task.name === name);
    const next = tasks.find(
      (task) => !done.includes(task) && task.dependsOn.every((name) => isDone(name)),
    );
    if (!next) break;
    done.push(next);
  }
  return done;
}

describe("orderTasks", () => {
  test("tells the tasks that a cycle keeps waiting, in declaration order", () => {
    const { order, stuck } = orderTasks([
      node("behind", "a"),
      node("a", "b"),
      node("b", "a"),
      node("free"),
      node("self", "self"),
    ]);
    expect(names(order)).toBe("free");
    expect(names(stuck)).toBe("behind a b self");
  });

  test("passes over what nobody declared and what is listed twice", () => {
    const { order, stuck } = orderTasks([node("b", "a", "a", "gone", "constructor"), node("a")]);
    expect(names(order)).toBe("a b");
    expect(stuck).toEqual([]);
  });
});

describe("ancestors", () => {
  test("are tasks of the graph: a name that nobody has is none", () => {
    const tasks = [node("a", "nobody"), node("b", "a", "nothing")];
    expect([...ancestors(tasks, "b")]).toEqual(["a"]);
  });

  const tasks = [node("a"), node("b", "a"), node("c", "b", "a"), node("d"), node("e", "c", "d")];

  test("FILE-018: are all tasks on the paths that lead to one", () => {
    expect([...ancestors(tasks, "e")].sort()).toEqual(["a", "b", "c", "d"]);
    expect([...ancestors(tasks, "a")]).toEqual([]);
    expect([...ancestors(tasks, "gone")]).toEqual([]);
  });

  test("end on a cycle too", () => {
    expect([...ancestors([node("a", "b"), node("b", "a")], "a")]).toEqual(["b"]);
  });
});
