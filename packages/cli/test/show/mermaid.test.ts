/** The flowchart is text that Mermaid reads back as exactly the plan's graph, whatever the names are. */
import { describe, expect, it } from "vitest";
import { mermaidLabel, mermaidOf } from "../../src/show/mermaid.js";
import { agent, command, evaluate, planOf, route } from "../support/plans.js";

describe("mermaidOf", () => {
  it("draws a chain as boxes and arrows (CLI-002)", () => {
    const plan = planOf([
      agent({ name: "draft" }),
      command({ name: "check", dependsOn: ["draft"] }),
      evaluate({ name: "measure", dependsOn: ["check"] }),
    ]);
    expect(mermaidOf(plan)).toBe(
      [
        "flowchart LR",
        '    t0("draft<br/>agent")',
        '    t1["check<br/>command"]',
        '    t2{{"measure<br/>evaluate"}}',
        "    t0 --> t1",
        "    t1 --> t2",
      ].join("\n"),
    );
  });

  it("draws a route as a diamond and labels its branches with question and answers", () => {
    const plan = planOf([
      route({ name: "gate" }),
      command({
        name: "page",
        dependsOn: ["gate"],
        when: { task: "gate", question: "urgent", is: ["yes"] },
      }),
      command({
        name: "file",
        dependsOn: ["gate"],
        when: { task: "gate", question: "urgent", is: ["no", "uncertain"] },
      }),
      command({ name: "done", dependsOn: ["page", "file"], optional: ["file"] }),
      command({ name: "log", dependsOn: ["gate", "page"], join: "settled", required: false }),
    ]);
    expect(mermaidOf(plan)).toBe(
      [
        "flowchart LR",
        '    t0{"gate<br/>route"}',
        '    t1["page<br/>command"]',
        '    t2["file<br/>command"]',
        '    t3["done<br/>command"]',
        '    t4["log<br/>command, advisory"]',
        '    t0 -->|"urgent: yes"| t1',
        '    t0 -->|"urgent: no, uncertain"| t2',
        "    t1 --> t3",
        '    t2 -->|"optional"| t3',
        '    t0 -->|"settled"| t4',
        '    t1 -->|"settled"| t4',
        "    classDef advisory stroke-dasharray: 5 5",
        "    class t4 advisory",
      ].join("\n"),
    );
  });

  it("shows fan-out, isolation, the way back of a reviewer and the epilogue", () => {
    const plan = planOf([
      agent({ name: "write" }),
      command({
        name: "review",
        dependsOn: ["write"],
        revise: { targets: ["write"], maxRounds: 3 },
      }),
      agent({
        name: "probe",
        dependsOn: ["write"],
        over: { task: "write", field: "items" },
        maxFanout: 4,
        isolation: "worktree",
      }),
      command({ name: "tell", stage: "epilogue" }),
    ]);
    expect(mermaidOf(plan)).toBe(
      [
        "flowchart LR",
        '    t0("write<br/>agent")',
        '    t1["review<br/>command"]',
        '    t2("probe<br/>agent, over write.items, isolated")',
        '    subgraph epilogue["epilogue"]',
        '        t3["tell<br/>command"]',
        "    end",
        "    t0 --> t1",
        '    t1 -.->|"revise, 3 rounds at most"| t0',
        "    t0 --> t2",
      ].join("\n"),
    );
  });

  it("draws each remaining kind in a shape of its own", () => {
    const shared = { ...command({ name: "x" }) };
    const plan = planOf([
      { ...shared, name: "best", kind: "top_k", k: 1, direction: "lower" },
      { ...shared, name: "invent", kind: "engine", op: "propose" },
      {
        ...shared,
        name: "card",
        kind: "report",
        stage: "epilogue",
        destination: { kind: "slack" },
        template: "",
      },
    ]);
    const text = mermaidOf(plan);
    expect(text).toContain('t0[/"best<br/>top_k"\\]');
    expect(text).toContain('t1[["invent<br/>engine_propose"]]');
    expect(text).toContain('t2[/"card<br/>report"/]');
  });

  it("keeps a hostile name inside its label", () => {
    const name = 'x"] --> t9["<script>\n%% end';
    const [, node] = mermaidOf(planOf([command({ name })])).split("\n");
    expect(node).toBe('    t0["x#34;#93; --#62; t9#91;#34;#60;script#62;⏎%% end<br/>command"]');
  });
});

describe("mermaidLabel", () => {
  it.each([
    ["plain words", '"plain words"'],
    ["a & b", '"a #38; b"'],
    ["#1", '"#35;1"'],
    ["`md`", '"#96;md#96;"'],
    ["\u001b[31m", '"#92;u#123;1b#125;#91;31m"'],
  ])("escapes %j", (text, label) => {
    expect(mermaidLabel(text)).toBe(label);
  });
});
