/** Bounds at the figure itself and one past it. */
import { describe, expect, it } from "vitest";
import { completes, decides, exits, fails, passes, transport } from "./support/outcomes.js";
import {
  ADVISORY,
  choice,
  command,
  evaluate,
  files,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

const MODEL = { kind: "model", minConfidence: 0.5, files: [] } as const;

describe("bounds", () => {
  it.each([
    [4_000, 4_000],
    [4_001, 4_001],
  ])("of a task's own note of %i characters (EXEC-132)", (length, kept) => {
    const walk = Walk.through(planOf([command("a")]), {
      a: exits(2, { note: "n".repeat(length) }),
    });
    const { note } = walk.row("a");
    expect(note).toHaveLength("exit 2: ".length + kept);
    expect(note.endsWith("…")).toBe(length > 4_000);
  });

  it.each([1_000, 1_001])("of an evaluation's logs of %i characters (EXEC-133)", (length) => {
    const logs = ["l".repeat(length)];
    const plan = planOf([evaluate("a")]);
    const { note } = Walk.through(plan, { a: passes({ pass: false, logs }) }).row("a");
    expect(note.endsWith("…")).toBe(length > 1_000);
    expect(note).toContain("l".repeat(1_000));
  });

  it.each([1_000, 1_001])("of a completion's reason of %i characters (EXEC-030)", (length) => {
    const walk = Walk.through(planOf([command("a")]), { a: completes("r".repeat(length)) });
    const { reason } = walk.shutdown;
    expect(reason.endsWith("…")).toBe(length > 1_000);
    expect(reason).toContain(`: ${"r".repeat(1_000)}`);
  });

  it.each([80, 81])("of a value of %i characters in a note (ROUTE-013)", (length) => {
    const label = "v".repeat(length - 2);
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
    ]);
    const { note } = Walk.through(plan, { s: passes({ q: label }) }).row("r");
    expect(note.includes("…")).toBe(length > 80);
    expect(note).toContain("v".repeat(78));
  });

  it.each([20, 21])("of %i failed keys that a fold names (MAP-015)", (count) => {
    const items = Array.from({ length: count }, (_, at) => `k${at}`);
    const plan = planOf([command("s"), command("m", over("s", "items", 30))]);
    const script = Object.fromEntries(items.map((key) => [`m[${key}]`, fails()]));
    const { note } = Walk.through(plan, { s: passes({ items }), ...script }).row("m");
    expect(note).toContain("k19");
    expect(note.endsWith(" and 1 more")).toBe(count > 20);
    expect(note.endsWith("k19")).toBe(count === 20);
  });

  it.each([20, 21])("of %i required tasks that a verdict names (EXEC-014)", (count) => {
    const rest = Array.from({ length: count - 1 }, (_, at) => command(`t${at}`));
    const walk = Walk.through(planOf([command("first"), ...rest]), { first: fails() });
    const { reasons } = walk.verdict;
    expect(reasons).toHaveLength(count);
    expect(reasons[19]).toBe('required task "t18" settled blocked');
    expect(reasons[20]).toBe(count > 20 ? "and 1 more required tasks" : undefined);
  });

  it.each([255, 256])("of %i bytes in a folder's name (FILE-024)", (bytes) => {
    const key = "k".repeat(bytes - "m[]".length);
    const plan = planOf([command("s"), command("m", { ...over("s"), ...files("f") })]);
    const walk = Walk.through(plan, { s: passes({ items: [key] }) });
    expect(walk.row("m").status).toBe(bytes > 255 ? "fail" : "pass");
  });

  it.each([
    [1, "fail"],
    [2, "pass"],
    [64, "pass"],
    [65, "fail"],
  ])("of %i options for a decision model (ROUTE-005)", (count, status) => {
    const labels = Array.from({ length: count }, (_, at) => `o${at}`);
    const question = choice("q", { task: "s", field: "labels" });
    const plan = planOf([
      command("s"),
      route("r", MODEL, [question], { after: ["s"], needs: "decision" }),
    ]);
    const ends = { s: passes({ labels }), r: decides({ q: { o0: 1 } }) };
    const walk = Walk.through(plan, ends, { capabilities: ["decision"] });
    expect(walk.row("r").status).toBe(status);
    expect(walk.starts()).toHaveLength(status === "pass" ? 2 : 1);
  });

  it("of three attempts in all, for every kind of failure to reach something (EXEC-093)", () => {
    const walk = Walk.through(planOf([command("a", ADVISORY)]), { a: transport() });
    expect(walk.starts()).toEqual(["a#1", "a#2", "a#3"]);
    expect(walk.row("a").note).toBe("transport retries exhausted (3 attempts): no answer");
  });
});
