/**
 * `npm start` from every state a clone can be in, with a recording program in npm's place and in the command's place.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "./tracked-files.js";

const record = 'import { appendFileSync } from "node:fs";\n';
const fakeNpm = `${record}appendFileSync("calls", "npm " + process.argv.slice(2).join(" ") + "\\n");\n`;
const fakeCommand = `${record}appendFileSync("calls", "crucible " + process.argv.slice(2).join(" ") + "\\n");
process.exitCode = 3;\n`;
const run =
  "crucible plan run --manifest examples/release-notes/crucible.toml --max-cost 1 --max-time 5m";
const locked = {
  packages: {
    "": { name: "sample" },
    "packages/cli": { version: "0.0.0" },
    "node_modules/cli": { resolved: "packages/cli", link: true },
    "node_modules/library": { version: "1.2.3" },
    "node_modules/other-platform": { version: "1.0.0", optional: true },
  },
};
const installed = {
  packages: {
    "node_modules/cli": { resolved: "packages/cli", link: true },
    "node_modules/library": { version: "1.2.3" },
  },
};

describe("npm start", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "crucible-start-"));
    cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
    write("package.json", { engines: { node: ">=20.19" }, workspaces: ["packages/cli"] });
    write("package-lock.json", locked);
    for (const name of ["tsconfig.base.json", "tsconfig.build.json"]) write(name, {});
    write("packages/cli/package.json", { bin: { crucible: "dist/main.js" } });
    write("packages/cli/tsconfig.build.json", {});
    for (const name of ["tsup.shared.ts", "packages/cli/tsup.config.ts"]) write(name, "");
    write("packages/cli/src/main.ts", "");
    write("npm.js", fakeNpm);
    write("node_modules/.package-lock.json", installed);
    write("packages/cli/dist/main.js", fakeCommand);
    write("node_modules/.crucible-built", "");
    touch("node_modules/.crucible-built", 5);
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function write(path: string, content: unknown): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }

  /** Sets a file's or folder's time, in seconds from now. */
  function touch(path: string, seconds: number): void {
    const time = new Date(Date.now() + seconds * 1000);
    utimesSync(join(folder, path), time, time);
  }

  function start(path = process.env["PATH"] ?? "") {
    const env = { PATH: path, npm_execpath: join(folder, "npm.js") };
    const args = ["scripts/start.mjs"];
    const done = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    const log = join(folder, "calls");
    const calls = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    return { ...done, calls };
  }

  it("runs the example when everything is in place, and ends with its exit code", () => {
    const { status, calls, stdout } = start();
    expect(calls).toEqual([run]);
    expect(status).toBe(3);
    expect(stdout).toContain("running the example");
  });

  it("installs what was never installed", () => {
    rmSync(join(folder, "node_modules"), { recursive: true });
    expect(start().calls).toEqual(["npm ci", "npm run --silent build", run]);
  });

  it("installs when the lock file names another version", () => {
    write("node_modules/.package-lock.json", {
      packages: { ...installed.packages, "node_modules/library": { version: "1.2.2" } },
    });
    expect(start().calls).toEqual(["npm ci", run]);
  });

  it("installs when the lock file names another package", () => {
    write("package-lock.json", {
      packages: { ...locked.packages, "node_modules/new": { version: "1.0.0" } },
    });
    expect(start().calls).toEqual(["npm ci", run]);
  });

  it("builds when no build has succeeded", () => {
    rmSync(join(folder, "node_modules/.crucible-built"));
    expect(start().calls).toEqual(["npm run --silent build", run]);
  });

  it("builds when a source is newer than the build", () => {
    touch("packages/cli/src/main.ts", 10);
    expect(start().calls).toEqual(["npm run --silent build", run]);
  });

  it("builds when a source was removed since the build", () => {
    touch("packages/cli/src", 10);
    expect(start().calls).toEqual(["npm run --silent build", run]);
  });

  it("builds when an output is missing", () => {
    write("packages/cli/package.json", { bin: "dist/main.js", exports: "./dist/index.js" });
    touch("packages/cli/package.json", -10);
    expect(start().calls).toEqual(["npm run --silent build", run]);
  });

  it("stops with one line when the install fails", () => {
    rmSync(join(folder, "node_modules"), { recursive: true });
    write("npm.js", "process.exitCode = 7;\n");
    const { status, calls, stderr } = start();
    expect(calls).toEqual([]);
    expect(status).toBe(1);
    expect(stderr).toBe("crucible: npm ci failed with exit code 7; its output above says why\n");
  });

  it("stops with one line when git is missing", () => {
    mkdirSync(join(folder, "empty"));
    const { status, calls, stderr } = start(join(folder, "empty"));
    expect(calls).toEqual([]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^crucible: git is needed .+\n$/);
  });

  it("stops with one line when Node is too old", () => {
    write("package.json", { engines: { node: ">=999.5" }, workspaces: ["packages/cli"] });
    const { status, calls, stderr } = start();
    expect(calls).toEqual([]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^crucible: Node 999\.5 or newer is needed, this is [\d.]+; .+\n$/);
  });
});
