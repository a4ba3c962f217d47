/** Pictures hold every task where it can be read, are the same for the same plan, and become PNG files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan, Task } from "@crucible/core";
import { afterAll, describe, expect, it } from "vitest";
import { inlinePicture } from "../../src/render/inline.js";
import { type Picture, pictureOf } from "../../src/render/picture.js";
import { folderOf, removeFolders } from "../support/packs.js";
import { agent, command, planOf, route } from "../support/plans.js";
import { crucible } from "../support/recording-terminal.js";

afterAll(removeFolders);

const PNG_MAGIC = "89504e470d0a1a0a";
const SOURCE = `
a = agent(name = "a", prompt = "p")
b = command(name = "b", run = "true", depends_on = [a])
workflow(type = "playbook", tasks = [a, b])
`;

interface Box {
  readonly x: number;
  readonly y: number;
}

/** The upper left corner of every box, double and stacked outlines left out. */
function boxesOf(svg: string): readonly Box[] {
  const rects = [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="218" height="54"/g)];
  return rects.map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

/** Sixteen ranks of different sizes, long edges among them. */
function mesh(count: number): Plan {
  const tasks: Task[] = [];
  for (let index = 0; index < count; index++) {
    const back = [1 + (index % 7), 3 + ((index * 5) % 11), 12].map((step) => index - step);
    const names = [...new Set(back.filter((from) => from >= 0).map((from) => `t-${from}`))];
    tasks.push(command({ name: `t-${index}`, dependsOn: names }));
  }
  return planOf(tasks);
}

function drawn(plan: Plan): Picture {
  const picture = pictureOf(plan);
  if (picture === undefined) throw new Error("the plan is not drawn");
  return picture;
}

describe("pictureOf", () => {
  it.each([5, 40, 200])("draws %d tasks once each, none upon another and none outside", (count) => {
    const plan = mesh(count);
    const { svg, width, height } = drawn(plan);
    for (const { name } of plan.tasks) expect(svg.split(`>${name}<`)).toHaveLength(2);
    const boxes = boxesOf(svg);
    expect(boxes).toHaveLength(count);
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(-0.1);
      expect(box.x + 218).toBeLessThanOrEqual(width);
      expect(box.y + 54).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) {
        const isApart = Math.abs(box.x - other.x) >= 218 || Math.abs(box.y - other.y) >= 54;
        expect(isApart, JSON.stringify([box, other])).toBe(true);
      }
    }
    expect(drawn(mesh(count)).svg).toBe(svg);
  });

  it("has an arrow for every dependency, pointing to the right in one row", () => {
    const plan = mesh(5);
    const arrows = drawn(plan).svg.split('marker-end="url(#arrow)"').length - 1;
    expect(arrows).toBe(plan.tasks.reduce((sum, task) => sum + task.dependsOn.length, 0));
  });

  it("folds a long chain instead of drawing a ribbon", () => {
    const chain = Array.from({ length: 100 }, (_, index) =>
      command({ name: `t-${index}`, dependsOn: index === 0 ? [] : [`t-${index - 1}`] }),
    );
    const { width, height } = drawn(planOf(chain));
    expect(width / height).toBeLessThan(4);
    expect(width / height).toBeGreaterThan(1);
  });

  it("tells conditions, loops, fan-outs and the epilogue apart", () => {
    const { svg } = drawn(
      planOf([
        command({ name: "list", emits: [{ name: "items" }] }),
        route({ name: "gate", dependsOn: ["list"] }),
        agent({
          name: "each",
          dependsOn: ["list", "gate"],
          over: { task: "list", field: "items" },
          maxFanout: 3,
          when: { task: "gate", question: "urgent", is: ["yes"] },
        }),
        command({
          name: "review",
          dependsOn: ["list"],
          revise: { targets: ["list"], maxRounds: 2 },
        }),
        command({ name: "tell", stage: "epilogue", required: false }),
      ]),
    );
    expect(svg).toContain(">urgent: yes · × list.items<");
    expect(svg.split('marker-end="url(#back)"')).toHaveLength(2);
    expect(svg).toContain(">epilogue<");
    expect(svg).toContain(">command · advisory<");
    expect(svg).toContain("<polygon");
  });

  it("never lets a name become part of the drawing", () => {
    const { svg } = drawn(planOf([command({ name: '<a href="x">&', command: "\u001b[2J" })]));
    expect(svg).toContain(">&lt;a href=&quot;x&quot;&gt;&amp;<");
    expect(svg).not.toContain("\u001b");
  });

  it("keeps both ends of a long name, and draws a plan without edges", () => {
    const name = `${"a".repeat(60)}-the-last`;
    const { svg } = drawn(planOf([command({ name }), command({ name: "b" })]));
    expect(svg).toMatch(/>a{14}…\S{0,2}the-last</);
  });
});

describe("plan show --render", () => {
  it("CLI-003: writes a PNG, the same for the same plan", async () => {
    const folder = folderOf({ "workflow.star": SOURCE });
    const args = ["plan", "show", "--file", "workflow.star", "--render"];
    const first = await crucible(args, folder);
    expect(first).toEqual({ code: 0, stdout: "picture: plan.png\n", stderr: "" });
    const bytes = readFileSync(join(folder, "plan.png"));
    expect(bytes.subarray(0, 8).toString("hex")).toBe(PNG_MAGIC);
    // Without a font the library draws no text and says nothing: boxes alone are a smaller file.
    expect(bytes.length).toBeGreaterThan(6_000);
    await crucible([...args, "again.png"], folder);
    expect(readFileSync(join(folder, "again.png")).equals(bytes)).toBe(true);
  });

  it("CLI-003: shows the PNG in a terminal that can, and in no other", async () => {
    const folder = folderOf({ "workflow.star": SOURCE });
    const args = ["plan", "show", "--file", "workflow.star", "--render"];
    const env = { TERM_PROGRAM: "iTerm.app" };
    const shown = await crucible(args, folder, { interactive: true, env });
    const png = readFileSync(join(folder, "plan.png"));
    expect(shown.stdout).toContain(`\u001b]1337;File=inline=1;size=${png.length}:`);
    expect(shown.stdout).toContain(png.toString("base64"));
    const piped = await crucible(args, folder, { env });
    expect(piped.stdout).toBe("picture: plan.png\n");
    const plain = await crucible(args, folder, { interactive: true, env: { TERM: "xterm" } });
    expect(plain.stdout).toBe("picture: plan.png\n");
  });

  it("speaks to kitty in pieces that make up the whole", () => {
    const png = new Uint8Array(10_000).fill(7);
    const text = inlinePicture(png, { interactive: true, env: { KITTY_WINDOW_ID: "1" } }) ?? "";
    const pieces = [...text.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)];
    expect(pieces.map(([, keys]) => keys)).toEqual(["a=T,f=100,m=1", "m=1", "m=1", "m=0"]);
    const joined = pieces.map(([, , piece]) => piece).join("");
    expect(Buffer.from(joined, "base64").equals(Buffer.from(png))).toBe(true);
  });

  it("writes an SVG where the file is called one", async () => {
    const folder = folderOf({ "workflow.star": SOURCE });
    const args = ["plan", "show", "--file", "workflow.star", "--render", "plan.svg"];
    expect((await crucible(args, folder)).stdout).toBe("picture: plan.svg\n");
    const svg = readFileSync(join(folder, "plan.svg"), "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+"/);
  });

  it.each([
    ["plan.jpg", 2, '--render "plan.jpg" ends in neither .png nor .svg'],
    ["no/such/folder.svg", 1, "cannot write no/such/folder.svg"],
  ])("refuses %s", async (file, expected, message) => {
    const folder = folderOf({ "workflow.star": SOURCE });
    const args = ["plan", "show", "--file", "workflow.star", "--render", file];
    const { code, stdout, stderr } = await crucible(args, folder);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("refuses more tasks than a picture can show", async () => {
    const tasks = '[command(name = "t%d" % i, run = "true") for i in range(1001)]';
    const source = `workflow(type = "playbook", tasks = ${tasks})\n`;
    const folder = folderOf({ "workflow.star": source });
    const args = ["plan", "show", "--file", "workflow.star", "--render"];
    const { code, stderr } = await crucible(args, folder);
    expect(code).toBe(1);
    expect(stderr).toContain("a picture holds 1000 tasks at most, the plan has 1001; --mermaid");
  });

  it("refuses edges that would be cut into millions of pieces", async () => {
    const source = `tasks = []
for i in range(150):
    tasks.append(command(name = "t%d" % i, run = "true", depends_on = tasks[:]))
workflow(type = "playbook", tasks = tasks)
`;
    const folder = folderOf({ "workflow.star": source });
    const args = ["plan", "show", "--file", "workflow.star", "--render"];
    const { code, stderr } = await crucible(args, folder);
    expect(code).toBe(1);
    expect(stderr).toContain("too many tasks of the plan depend on too many others for a picture");
  });
});
