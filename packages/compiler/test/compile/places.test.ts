/** A plan is the same plan on whatever machine: locale, time zone, working directory and path of the pack change nothing. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compile, memoryPack } from "../../src/index.js";

const FILES = {
  "workflow.star": `params = {"x": {"type": "string"}, "n": {"type": "number"}}
load("lib/names.star", "names")
tasks = [command(name = n, run = "echo " + n.upper(), emits = {"v": schema_file("s.json")}) for n in sorted(names)]
tasks.append(agent(name = "ask", prompt = "İ ß ı %s " % 1e21 + param("x"), timeout = "1.5h"))
workflow(type = "playbook", tasks = tasks)
`,
  "lib/names.star": 'names = ["title", "a10", "a9", "Z", "iI"]\n',
  "s.json": '{"enum": [1.0, 100000000000000000000, "ä", "z", "a"], "type": "number"}',
};
const PARAMS = { x: "i", n: "0.1" };

const PLACES: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ["a Turkish locale", { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kathmandu" }, "/"],
  ["no locale", { LC_ALL: "C", LANG: "C", TZ: "America/St_Johns" }, tmpdir()],
];

test.each(PLACES)("PLAN-079: in %s, in another time zone and folder", (_what, env, cwd) => {
  const source = new URL("../../src/index.ts", import.meta.url);
  const loader = fileURLToPath(import.meta.resolve("tsx"));
  const program = `import { compile, memoryPack } from ${JSON.stringify(source.href)};
process.stdout.write(compile(memoryPack(${JSON.stringify(FILES)}), { params: ${JSON.stringify(PARAMS)} }).digest);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--conditions=@crucible/source",
      `--import=${loader}`,
      "--input-type=module",
      "--eval",
      program,
    ],
    { cwd, env: { PATH: process.env["PATH"], ...env }, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(stdout).toBe(compile(memoryPack(FILES), { params: PARAMS }).digest);
});
