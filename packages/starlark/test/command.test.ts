/** The `starlark` command as a process of its own. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const main = join(import.meta.dirname, "../src/command/main.ts");
const nodeArguments = ["--conditions=@crucible/source", "--import", "tsx", main];
const root = join(import.meta.dirname, "../../..");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crucible-starlark-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the files and runs the command among them. */
function starlark(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  input = "",
): SpawnSyncReturns<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return spawnSync(process.execPath, [...loader(), ...args], {
    cwd: folder,
    encoding: "utf8",
    input,
  });
}

/** The command from its sources, whatever folder it runs in. */
function loader(): readonly string[] {
  const tsx = import.meta.resolve("tsx", `file://${root}/package.json`);
  return nodeArguments.map((argument) => (argument === "tsx" ? tsx : argument));
}

describe("starlark FILE", () => {
  test("prints to standard output and ends with 0", () => {
    const files = { "hello.star": 'print("hello", [1, "x"])\nprint("a", "b", sep = "-")\n' };
    const { status, stdout, stderr } = starlark(["hello.star"], files);
    expect([status, stdout, stderr]).toEqual([0, 'hello [1, "x"]\na-b\n', ""]);
  });

  test("prints an error with its line, a caret and the calls that led to it, and ends with 1", () => {
    const source = 'print("before")\ndef f(x):\n    return x + "a"\ndef g():\n    f(1)\ng()\n';
    const { status, stdout, stderr } = starlark(["wrong.star"], { "wrong.star": source });
    expect(status).toBe(1);
    expect(stdout).toBe("before\n");
    expect(stderr).toBe(
      [
        "wrong.star:3:12: unknown binary op: int + string; turn the other into text with str()",
        '        return x + "a"',
        "               ^^^^^^^",
        "wrong.star:5:5: note: f was called here",
        "        f(1)",
        "        ^^^^",
        "wrong.star:6:1: note: g was called here",
        "    g()",
        "    ^^^",
        "",
      ].join("\n"),
    );
  });

  test("prints all names that do not exist", () => {
    const { status, stderr } = starlark(["names.star"], { "names.star": "alpha\nbeta\n" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^names\.star:1:1: undefined: alpha$/m);
    expect(stderr).toMatch(/^names\.star:2:1: undefined: beta$/m);
  });

  test("loads modules relative to the file that names them, each once", () => {
    const files = {
      "app/main.star": 'load("lib/a.star", "a")\nload("lib/b.star", "b")\nprint(a, b)\n',
      "app/lib/a.star": 'load("b.star", "b")\na = b + 1\n',
      "app/lib/b.star": 'print("once")\nb = 1\n',
    };
    const { status, stdout, stderr } = starlark(["app/main.star"], files);
    expect([status, stdout, stderr]).toEqual([0, "once\n2 1\n", ""]);
  });

  test("refuses modules that load each other in a circle, and modules that are not there", () => {
    const files = { "a.star": 'load("b.star", "b")\n', "b.star": 'load("a.star", "a")\nb = 1\n' };
    expect(starlark(["a.star"], files).stderr).toContain("loads itself in a circle");
    const missing = starlark(["c.star"], { "c.star": 'load("d.star", "d")\n' });
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('c.star:1:6: cannot read the module "d.star": there is no');
  });

  test("says why a file cannot be read", () => {
    const { status, stdout, stderr } = starlark(["nothing.star"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("starlark: cannot read nothing.star: there is no such file\n");
    writeFileSync(join(folder, "bytes.star"), Buffer.from([0x78, 0xff]));
    expect(starlark(["bytes.star"]).stderr).toContain("it is not UTF-8");
  });

  test("stops at a bound, which is an option", () => {
    const files = { "long.star": "for i in range(1000):\n    pass\n" };
    const { status, stderr } = starlark(["--bound", "ticks=100", "long.star"], files);
    expect(status).toBe(1);
    expect(stderr).toContain("maximum is 100 (bound `ticks`)");
  });
});

describe("starlark --check", () => {
  test("reads a file without running it", () => {
    const files = { "ok.star": 'print("never")\n1 // 0\n' };
    const { status, stdout, stderr } = starlark(["--check", "ok.star"], files);
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  test("finds mistakes of syntax and names that do not exist", () => {
    const syntax = starlark(["--check", "syntax.star"], { "syntax.star": "x = [1,\n" });
    expect(syntax.status).toBe(1);
    expect(syntax.stderr).toMatch(/^syntax\.star:1:5: `\[` is never closed$/m);
    const names = starlark(["--check", "name.star"], {
      "name.star": "def f():\n    return lenn\n",
    });
    expect(names.status).toBe(1);
    expect(names.stderr).toContain('name.star:2:12: undefined: lenn; did you mean "len"?');
  });
});

describe("other sources", () => {
  test("-c takes the program from the command line", () => {
    const { status, stdout } = starlark(["-c", "print(2 * 21)"]);
    expect([status, stdout]).toEqual([0, "42\n"]);
    expect(starlark(["-c", "print(x)"]).stderr).toMatch(/^-c:1:7: undefined: x$/m);
  });

  test("without a file and without a terminal, standard input is the program", () => {
    expect(starlark([], {}, "print(1)\n").stdout).toBe("1\n");
    expect(starlark(["-"], {}, "x = 1\nprint(x + y)\n").stderr).toMatch(/^<stdin>:2:11: /);
  });
});

describe("the command line", () => {
  test("explains itself", () => {
    const { status, stdout } = starlark(["--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("starlark --check FILE");
    expect(stdout).toMatch(/^ {2}stackLevels +2500$/m);
    expect(starlark(["--version"]).stdout).toMatch(/^starlark \d+\.\d+\.\d+\n$/);
  });

  test.each([
    [["--wrong"], "--wrong"],
    [["a.star", "b.star"], "one file at a time, got 2"],
    [["--check"], "--check needs a file"],
    [["-c", "1", "a.star"], "-c takes no file"],
    [["--bound", "tick=1", "a.star"], '--bound knows no "tick"; did you mean "ticks"?'],
    [["--bound", "ticks", "a.star"], "--bound ticks needs a whole number"],
  ])("is refused with 2 when it means nothing: %j", (args, message) => {
    const { status, stdout, stderr } = starlark(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain("Try starlark --help.");
  });

  test("ends quietly when its reader has gone", async () => {
    writeFileSync(join(folder, "flood.star"), "for i in range(200000):\n    print(i)\n");
    const child = spawn(process.execPath, [...loader(), "flood.star"], { cwd: folder });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.stdout.once("data", () => child.stdout.destroy());
    const [status] = await once(child, "close");
    expect([status, errors]).toEqual([0, ""]);
  });
});

describe("the conversation", () => {
  /** Runs a command on a terminal of its own; part of every Linux. */
  const pseudoTerminal = "script";

  /** What a terminal shows when these lines are typed, without the terminal's own codes. */
  function typed(lines: readonly string[]): string {
    const command = [process.execPath, ...loader()].map((word) => `'${word}'`).join(" ");
    const { stdout } = spawnSync(pseudoTerminal, ["-qec", command, "/dev/null"], {
      cwd: folder,
      encoding: "utf8",
      input: `${lines.join("\n")}\n\u0004`,
    });
    // biome-ignore lint/complexity/useRegexLiterals: an escape character in a literal is refused
    return stdout.replace(new RegExp("\\u001b\\[[0-9;]*[A-Za-z]", "g"), "").replace(/\r/g, "");
  }

  test("shows values, keeps names and what they hold, and reads blocks to an empty line", () => {
    const shown = typed([
      "items = [1]",
      "items.append(2)",
      "items",
      "None",
      "def twice(x):",
      "    return x * 2",
      "",
      "twice(items)",
      'load("lib.star", "missing")',
      "undefined_name",
      "(1 +",
      "2)",
    ]);
    expect(shown).toContain(">>> items\n[1, 2]\n");
    expect(shown).toContain(">>> None\n>>> ");
    expect(shown).toContain("... \n>>> twice(items)\n[1, 2, 1, 2]\n");
    expect(shown).toContain("undefined: undefined_name\n");
    expect(shown).toContain(">>> (1 +\n... 2)\n3\n");
  });
});
