import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { exited, shell, start, stdoutText } from "../support/processes.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a process of an attempt", () => {
  it("runs in the workspace and reports its exit code, its output and the end of its errors", async () => {
    const folder = temporaryFolder();
    const running = start(folder, shell("pwd; echo oops >&2; exit 3"));
    const end = await exited(running);
    expect(end).toEqual({
      kind: "exited",
      exitCode: 3,
      signal: null,
      stdoutBytes: folder.length + 1,
      stderrTail: "oops\n",
      survivors: [],
    });
    expect(await stdoutText(running)).toBe(`${folder}\n`);
  });

  it("gets the environment it was given and the marker, and nothing of the engine's (EXEC-052)", async () => {
    const folder = temporaryFolder();
    process.env["CRUCIBLE_TEST_LEAK"] = "leak";
    const running = start(
      folder,
      shell("env", {
        env: new Map([
          ["PATH", process.env["PATH"] ?? ""],
          ["A", "1"],
        ]),
      }),
    );
    await exited(running);
    delete process.env["CRUCIBLE_TEST_LEAK"];
    const names = (await stdoutText(running))
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    // The shell itself adds PWD and, some of them, SHLVL and _.
    expect(
      names.filter((name) => !["PWD", "SHLVL", "_", "OLDPWD"].includes(name ?? "")).sort(),
    ).toEqual(["A", "CRUCIBLE_ATTEMPT_ID", "PATH"]);
  });

  it("reads an empty input to its end at once", async () => {
    const end = await exited(start(temporaryFolder(), shell("cat; echo done")));
    expect(end.exitCode).toBe(0);
    expect(end.stdoutBytes).toBe(5);
  });

  it("reads the input it was given, then its end", async () => {
    const running = start(temporaryFolder(), shell("cat", { stdin: bytes("all of it") }));
    await exited(running);
    expect(await stdoutText(running)).toBe("all of it");
  });

  it("may end without reading a large input", async () => {
    const stdin = new Uint8Array(8 * 1024 * 1024);
    const end = await exited(start(temporaryFolder(), shell("exit 0", { stdin })));
    expect(end.exitCode).toBe(0);
  });

  it.each([
    ["a command that is not found", "no-such-command-here", 127],
    ["a file that is not executable", "./plain", 126],
    ["a missing interpreter", "./broken", 127],
  ])("reports %s as an ordinary exit", async (_what, script, code) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "plain"), "text", { mode: 0o644 });
    writeFileSync(join(folder, "broken"), "#!/no/such/interpreter\n", { mode: 0o755 });
    chmodSync(join(folder, "broken"), 0o755);
    const end = await exited(start(folder, shell(script)));
    expect([code, 126]).toContain(end.exitCode);
  });

  it.each<[string, Parameters<typeof shell>[1], RegExp]>([
    ["a program that is not there", { argv: ["/no/such/program"] }, /ENOENT/],
    ["arguments beyond the system's limit", { argv: ["sh", "-c", "x".repeat(4_000_000)] }, /E2BIG/],
    ["a zero byte in the environment", { env: new Map([["A", "a\0b"]]) }, /null bytes/],
    [
      "a given file whose variable is no name",
      { files: new Map([["../x", bytes("")]]) },
      /name of a variable/,
    ],
  ])("reports %s as a failure to start (EXEC-061)", async (_what, request, detail) => {
    const end = await start(temporaryFolder(), shell("true", request)).ended;
    expect(end).toEqual({ kind: "spawn_failed", detail: expect.stringMatching(detail) });
  });

  it("names a workspace that is not there", async () => {
    const folder = temporaryFolder();
    const missing = join(folder, "gone");
    const { spawnProcess } = await import("../../src/process/spawn.js");
    const end = await spawnProcess(shell("true"), {
      workspace: missing,
      privateFolder: join(folder, "private"),
      marker: "m",
      secrets: [],
    }).ended;
    expect(end).toEqual({ kind: "spawn_failed", detail: `the workspace ${missing} is not there` });
  });

  it("keeps a flood of output on disk and the end of a flood of errors", async () => {
    const script = "head -c 30000000 /dev/zero; yes error | head -n 2000000 >&2; echo last >&2";
    const running = start(temporaryFolder(), shell(script));
    const end = await exited(running);
    expect(end.exitCode).toBe(0);
    expect(end.stdoutBytes).toBe(30_000_000);
    expect(end.stderrTail.length).toBeLessThanOrEqual(65_536);
    expect(end.stderrTail.endsWith("error\nlast\n")).toBe(true);
    expect((await running.stdout(29_999_990, 1_000)).length).toBe(10);
  });

  it("keeps whole characters at the front of the kept errors", async () => {
    const end = await exited(
      start(temporaryFolder(), shell("yes ä | tr -d '\\n' | head -c 200001 >&2")),
    );
    // The very last byte is half a character.
    expect(end.stderrTail.replace(/\uFFFD$/, "")).toMatch(/^ä+$/);
  });

  it("is given private files whose paths stand in variables, outside the workspace's own names", async () => {
    const folder = temporaryFolder();
    const files = new Map([["CRUCIBLE_INPUTS_FILE", bytes('{"a":1}')]]);
    const running = start(
      folder,
      shell('cat "$CRUCIBLE_INPUTS_FILE"; stat -c " %a" "$CRUCIBLE_INPUTS_FILE"', { files }),
    );
    await exited(running);
    expect(await stdoutText(running)).toBe('{"a":1} 600\n');
  });

  it("takes the given files away when it ends", async () => {
    const folder = temporaryFolder();
    const running = start(
      folder,
      shell('printf %s "$SECRET_FILE"', { files: new Map([["SECRET_FILE", bytes("s")]]) }),
    );
    await exited(running);
    expect(existsSync(await stdoutText(running))).toBe(false);
  });

  it("gives back what was appended to a feedback file, while it runs and afterwards", async () => {
    const folder = temporaryFolder();
    const script =
      'echo one >> "$USAGE"; while [ ! -e go ]; do sleep 0.01; done; echo two >> "$USAGE"';
    const running = start(folder, shell(script, { feedback: ["USAGE"] }));
    let first = "";
    while (first === "") first = new TextDecoder().decode(await running.feedback("USAGE", 0));
    expect(first).toBe("one\n");
    writeFileSync(join(folder, "go"), "");
    await exited(running);
    expect(new TextDecoder().decode(await running.feedback("USAGE", 4))).toBe("two\n");
  });

  it.each([
    ["a pipe", 'rm "$USAGE"; mkfifo "$USAGE"'],
    ["a link", 'rm "$USAGE"; ln -s /etc/hostname "$USAGE"'],
    ["nothing", 'rm "$USAGE"'],
  ])("refuses a feedback file that became %s", async (_what, script) => {
    const running = start(temporaryFolder(), shell(script, { feedback: ["USAGE"] }));
    await exited(running);
    await expect(running.feedback("USAGE", 0)).rejects.toThrow();
  });

  it("gives at most one mebibyte of feedback at a time", async () => {
    const running = start(
      temporaryFolder(),
      shell('head -c 3000000 /dev/zero >> "$USAGE"', { feedback: ["USAGE"] }),
    );
    await exited(running);
    expect((await running.feedback("USAGE", 0)).length).toBe(1_048_576);
    expect((await running.feedback("USAGE", 2_999_999)).length).toBe(1);
    expect((await running.feedback("USAGE", 9_000_000)).length).toBe(0);
  });
});
