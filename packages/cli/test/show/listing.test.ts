/** The listing shows every task, every bound, the digest and whether the plan can run, in 100 columns. */
import { markExternal } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { missingCapabilities } from "../../src/show/missing-capabilities.js";
import { type ListingFacts, planListing } from "../../src/show/plan-listing.js";
import { columnsOf } from "../../src/terminal/columns.js";
import { LINE_WIDTH } from "../../src/terminal/wrap.js";
import { agent, command, evaluate, planOf, route } from "../support/plans.js";

function facts(rest: Partial<ListingFacts> & Pick<ListingFacts, "order">): ListingFacts {
  const none = new Set<string>();
  return {
    bounds: [],
    unrunnable: none,
    missing: [],
    uninterruptible: none,
    decisionModel: undefined,
    verdict: "runnable",
    ...rest,
  };
}

describe("planListing", () => {
  it("prints tasks, bounds, digest and verdict (CLI-001, CLI-005)", () => {
    const plan = planOf([
      agent({ name: "draft", emits: [{ name: "lines" }], timeoutMs: 600_000, repair: 2 }),
      command({ name: "check", command: "sh check.sh", dependsOn: ["draft"] }),
      command({ name: "notes", dependsOn: ["draft", "check"], join: "passed", required: false }),
    ]);
    const text = planListing(
      plan,
      facts({ order: plan.tasks, budgetUsd: 2.5, bounds: [["wall-clock ceiling", "20m"]] }),
    );
    expect(text).toBe(
      [
        "plan v1 — 3 tasks, budget $2.5",
        "  draft                agent[default]               needs=any      required deps: -",
        "                       timeout 10m · 2 repair turns at most · emits lines",
        "  check                command[sh check.sh]         needs=any      required deps: draft",
        "  notes                command[true]                needs=any      advisory deps: draft, check",
        "                       join passed",
        "bounds in force",
        "  wall-clock ceiling   20m",
        `digest: ${plan.digest}`,
        "verdict: runnable",
      ].join("\n"),
    );
  });

  it("fits 100 columns where characters take two", () => {
    const wide = "長い名前".repeat(40);
    const tasks = [
      command({ name: "a", command: wide, needs: wide, emitsFiles: [{ path: `${wide}.json` }] }),
    ];
    const plan = planOf(tasks);
    const text = planListing(plan, facts({ order: plan.tasks, verdict: wide }));
    for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(LINE_WIDTH);
    expect(text.replace(/\s+/g, "")).toContain(`verdict:${wide}`);
  });

  it("marks what this place cannot run and says why nothing would start (CLI-004)", () => {
    const plan = planOf([command({ name: "train", needs: "gpu" })]);
    const verdict = "TRUNCATED — required task train unrunnable with caps []";
    const text = planListing(
      plan,
      facts({
        order: plan.tasks,
        unrunnable: new Set(["train"]),
        missing: missingCapabilities(plan.tasks, ["gup"]),
        verdict,
      }),
    );
    const [first, row] = text.split("\n");
    expect(first).toBe("plan v1 — 1 task, no budget yet");
    expect(row).toContain("needs=gpu      required deps: -  [UNRUNNABLE]");
    expect(text).toContain("\nmissing here: gpu, for train; --cap gpu vouches for it\ndigest: ");
    expect(text).toContain(`\nverdict: ${verdict}`);
  });

  it("says how each capability that is missing is provided, once a capability", () => {
    const tasks = ["gpu", "any", "decision", "gpu", "human"].map((needs, index) => ({
      name: `t${index}`,
      needs,
    }));
    expect(missingCapabilities(tasks, [])).toEqual([
      "missing here: gpu, for t0, t3; --cap gpu vouches for it",
      "missing here: decision, for t2; CRUCIBLE_INFERENCE binds a decision model",
      "missing here: human, for t4; only a program that answers through the Desk port provides it",
    ]);
    expect(missingCapabilities(tasks, ["gpu", "decision", "human"])).toEqual([]);
  });

  it("shows parameters with their origin, and settings", () => {
    const plan = planOf([command({ name: "a" })], {
      params: [
        { name: "guest", value: "Ada", supplied: true },
        { name: "limit", value: 5, supplied: false },
      ],
      settings: [{ address: "draft.model", value: "small" }],
    });
    const text = planListing(plan, facts({ order: plan.tasks }));
    expect(text).toContain('  guest                "Ada" (supplied)');
    expect(text).toContain("  limit                5 (default)");
    expect(text).toContain("  draft.model          small (setting)");
  });

  it("fits 100 columns whatever the names, commands and values are", () => {
    const name = "n".repeat(100);
    const plan = planOf(
      [
        command({ name: "a" }),
        agent({ name, dependsOn: ["a"], session: "s".repeat(64), model: "m".repeat(200) }),
        command({
          name: "wide",
          dependsOn: ["a", name],
          command: "x".repeat(5000),
          needs: "capability-of-some-length",
          emits: Array.from({ length: 40 }, (_, index) => ({ name: `field_number_${index}` })),
        }),
      ],
      {
        reason: "because ".repeat(40),
        params: [{ name: "p".repeat(80), value: "v".repeat(500), supplied: true }],
      },
    );
    const text = planListing(
      plan,
      facts({ order: plan.tasks, bounds: [["note", "word ".repeat(50)]] }),
    );
    for (const line of text.split("\n")) {
      expect([...line].length, line).toBeLessThanOrEqual(LINE_WIDTH);
    }
    expect(text.replace(/\s/g, "")).toContain(name);
  });

  it("names the choices of an agent, the threshold of an evaluation and the decider of a route", () => {
    const plan = planOf([
      agent({ name: "a", harness: "codex", model: "small", effort: "high" }),
      evaluate({ name: "e", command: "./e.sh", threshold: 12.5, direction: "lower" }),
      route({ name: "r" }),
    ]);
    const text = planListing(plan, facts({ order: plan.tasks }));
    expect(text).toContain("agent[codex/small high] ");
    expect(text).toContain("evaluate[./e.sh] Lower 12.5 ");
    expect(text).toContain("route[model] ");
    expect(text).toContain("confidence 0.8 at least");
  });

  it("says where text from outside stands, and which turns nothing can interrupt", () => {
    const outside = markExternal("Ada");
    const plan = planOf([
      agent({ name: "greet", prompt: `Greet:${outside}Sign as:${outside}` }),
      agent({ name: "part", prompt: `Greet:${outside}` }),
      agent({ name: "plain" }),
    ]);
    const uninterruptible = new Set(["plain"]);
    const lines = planListing(plan, facts({ order: plan.tasks, uninterruptible })).split("\n");
    expect(lines[2]?.trim()).toBe("prompt holds 2 spans of text from outside");
    expect(lines[4]?.trim()).toBe("prompt holds a span of text from outside");
    expect(lines[6]?.trim()).toBe("a turn cannot be interrupted");
  });

  it("fits 100 columns and stays whole with 200 tasks", () => {
    const tasks = Array.from({ length: 200 }, (_, index) =>
      command({
        name: `${"step-of-some-length-".repeat(1 + (index % 5))}${index}`,
        dependsOn:
          index === 0
            ? []
            : [`${"step-of-some-length-".repeat(1 + ((index - 1) % 5))}${index - 1}`],
      }),
    );
    const join = command({ name: "join", dependsOn: tasks.map(({ name }) => name) });
    const plan = planOf([...tasks, join]);
    const text = planListing(plan, facts({ order: plan.tasks }));
    for (const line of text.split("\n")) expect([...line].length).toBeLessThanOrEqual(LINE_WIDTH);
    const joined = text.replace(/\s+/g, "");
    for (const { name } of tasks) expect(joined.split(name).length - 1).toBeGreaterThanOrEqual(2);
  });

  it("never lets a task obey the terminal", () => {
    const plan = planOf([command({ name: "a", command: "\u001b[2J\rrm" })]);
    expect(planListing(plan, facts({ order: plan.tasks }))).toContain(
      "command[\\u{1b}[2J\\u{d}rm]",
    );
  });
});
