/** What every World must do. Commands run through `sh -c`; a World without a shell is given programs that do the same. */
import {
  type Capture,
  type Process,
  type ProcessEnd,
  type SpawnRequest,
  type StagedSet,
  type Workspace,
  type WorkspaceStart,
  type World,
  WorldRefused,
} from "@crucible/core";
import { memoryPack } from "../plans/plans.js";
import { rejectionOf, streamOfTexts, type TestRunner, textOf } from "./test-runner.js";
import { COMMANDS } from "./world-contract-commands.js";

export interface WorldUnderTest {
  /** A world whose pristine workspace holds nothing that the commands write. */
  readonly world: World;
  /** The World's own settings for opening a workspace. */
  readonly settings?: WorkspaceStart["settings"];
  close(): Promise<void>;
}

/** Registers the suite; `open` gives a fresh world a test. */
export function worldContract(runner: TestRunner, open: () => Promise<WorldUnderTest>): void {
  const test = (title: string, body: (subject: Subject) => Promise<void>): void => {
    runner.it(title, async () => {
      const under = await open();
      const subject = subjectOf(under);
      try {
        await body(subject);
      } finally {
        await under.close();
      }
    });
  };
  runner.describe("a world", () => {
    processes(runner, test);
    staging(runner, test);
    captures(runner, test);
    settling(runner, test);
    forks(runner, test);
    openings(runner, test);
  });
}

interface Subject {
  open(execution: string, more?: Partial<WorkspaceStart>): Promise<Workspace>;
}

type Test = (title: string, body: (subject: Subject) => Promise<void>) => void;

function subjectOf({ world, settings }: WorldUnderTest): Subject {
  return {
    open: (execution, more) =>
      world.open({
        run: "run-1",
        execution,
        pack: memoryPack({}),
        settings: settings ?? {},
        ...more,
      }),
  };
}

let attempts = 0;

function spawn(workspace: Workspace, command: string, more: Partial<SpawnRequest> = {}): Process {
  attempts++;
  return workspace.spawn({
    attempt: `attempt-${attempts}`,
    argv: ["sh", "-c", command],
    env: new Map([["PATH", "/usr/local/bin:/usr/bin:/bin"]]),
    stdin: null,
    files: new Map(),
    feedback: [],
    ...more,
  });
}

type Exited = Extract<ProcessEnd, { kind: "exited" }>;

async function exited(process: Process): Promise<Exited> {
  const end = await process.ended;
  if (end.kind !== "exited") throw new Error(`the process did not start: ${end.detail}`);
  return end;
}

async function output(process: Process): Promise<string> {
  const end = await exited(process);
  return new TextDecoder().decode(await process.stdout(0, end.stdoutBytes));
}

/** Runs a command after staging nothing, as the engine does. */
async function run(workspace: Workspace, command: string): Promise<Exited> {
  await workspace.stage([]);
  return exited(spawn(workspace, command));
}

async function content(captured: Capture): Promise<string> {
  return captured.kind === "file" ? textOf(captured.content) : captured.kind;
}

async function contentOf(workspace: Workspace, path: string): Promise<string> {
  return content(await workspace.capture(path, { bytesMax: 1_000 }));
}

function processes({ expect }: TestRunner, test: Test): void {
  test("runs a program in the workspace and keeps what it printed", async ({ open }) => {
    const workspace = await open("e1");
    await workspace.stage([]);
    const process = spawn(workspace, COMMANDS.printResult);
    const end = await exited(process);
    expect([end.exitCode, end.signal, end.stdoutBytes]).toEqual([0, null, 14]);
    expect(new TextDecoder().decode(await process.stdout(6, 100))).toBe('{"n":1}\n');
    expect(new TextDecoder().decode(await process.stdout(0, 5))).toBe("first");
    expect((await process.stdout(14, 100)).length).toBe(0);
  });

  test("gives the exit code and the end of standard error", async ({ open }) => {
    const end = await run(await open("e1"), COMMANDS.fail);
    expect([end.exitCode, end.stderrTail]).toEqual([3, "no luck"]);
  });

  test("a program that cannot be started is an end, not a rejection", async ({ open }) => {
    const workspace = await open("e1");
    await workspace.stage([]);
    const process = spawn(workspace, "", { argv: ["/no/such/program"] });
    expect((await process.ended).kind).toBe("spawn_failed");
    await process.kill();
  });

  test("gives exactly the environment, private files, standard input and feedback files", async ({
    open,
  }) => {
    const workspace = await open("e1");
    await workspace.stage([]);
    const env = new Map([
      ["PATH", "/usr/local/bin:/usr/bin:/bin"],
      ["MARK", "a b\n'c'"],
    ]);
    expect(await output(spawn(workspace, COMMANDS.printVariable, { env }))).toBe("a b\n'c'");
    expect(await output(spawn(workspace, COMMANDS.printVariable))).toBe("");
    const text = (value: string): Uint8Array => new TextEncoder().encode(value);
    const files = new Map([["PRIVATE", text("kept apart")]]);
    expect(await output(spawn(workspace, COMMANDS.printFile, { files }))).toBe("kept apart");
    expect(await output(spawn(workspace, COMMANDS.printStdin, { stdin: text("asked") }))).toBe(
      "asked",
    );
    expect(await output(spawn(workspace, COMMANDS.printStdin))).toBe("");
    const reporting = spawn(workspace, COMMANDS.report, { feedback: ["USAGE"] });
    await exited(reporting);
    const reported = await reporting.feedback("USAGE", 0);
    expect(new TextDecoder().decode(reported)).toBe('{"cost_usd":1}\n');
    expect((await reporting.feedback("USAGE", reported.length)).length).toBe(0);
    expect(await contentOf(workspace, "PRIVATE")).toBe("absent");
  });

  test("CEIL-033: a killed process has ended, and killing again changes nothing", async ({
    open,
  }) => {
    const workspace = await open("e1");
    await workspace.stage([]);
    const process = spawn(workspace, COMMANDS.hang);
    await process.kill();
    const end = await exited(process);
    expect(end.exitCode).toBe(null);
    expect(end.survivors).toEqual([]);
    await process.kill();
  });
}

function stagedNotes(text: string, directory = "draft"): StagedSet {
  const file = { path: "notes/a.txt", executable: false, content: () => streamOfTexts(text) };
  return { directory, files: [file] };
}

function staging({ expect }: TestRunner, test: Test): void {
  test("FILE-019, FILE-020: staged files are below inputs, read-only", async ({ open }) => {
    const workspace = await open("e1");
    await workspace.stage([stagedNotes("hello")]);
    expect(await output(spawn(workspace, COMMANDS.readStaged))).toBe("hello");
    await workspace.stage([stagedNotes("hello")]);
    await exited(spawn(workspace, COMMANDS.writeStaged));
    await workspace.stage([stagedNotes("hello")]);
    expect(await output(spawn(workspace, COMMANDS.readStaged))).toBe("hello");
  });

  test("FILE-022: what was staged before is gone", async ({ open }) => {
    const workspace = await open("e1");
    await workspace.stage([stagedNotes("hello")]);
    await workspace.stage([stagedNotes("hello", "other")]);
    expect((await exited(spawn(workspace, COMMANDS.readStaged))).exitCode).toBe(1);
  });

  test("FILE-021: staged files are no change of the workspace", async ({ open }) => {
    const workspace = await open("e1");
    await workspace.stage([stagedNotes("hello")]);
    const commit = await workspace.commit("task a");
    await workspace.settle(commit);
    await workspace.close();
    const replay = { run: "run-1", execution: "e1", commits: [commit] };
    const again = await open("e2", { base: workspace.base, replay });
    expect(await contentOf(again, "inputs/draft/notes/a.txt")).toBe("absent");
  });
}

function captures({ expect }: TestRunner, test: Test): void {
  test("captures a file with its execute bit, and takes it away when asked", async ({ open }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.writeOut);
    const captured = await workspace.capture("out.txt", { bytesMax: 3, remove: true });
    expect(captured.kind === "file" && captured.executable).toBe(false);
    expect(await content(captured)).toBe("one");
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
    await run(workspace, COMMANDS.script);
    const script = await workspace.capture("run.sh", { bytesMax: 100 });
    expect(script.kind === "file" && script.executable).toBe(true);
    expect(await content(script)).toBe("exit 0");
  });

  test("FILE-008: says what is absent, too large or no regular file", async ({ open }) => {
    const workspace = await open("e1");
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
    await run(workspace, COMMANDS.writeOut);
    expect((await workspace.capture("out.txt", { bytesMax: 2 })).kind).toBe("too_large");
    await workspace.settle(null);
    await run(workspace, COMMANDS.folder);
    expect(await contentOf(workspace, "out.txt")).toBe("refused");
    await workspace.capture("out.txt", { bytesMax: 0, remove: true });
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
  });

  test("FILE-005: a link is refused, and removed when asked", async ({ open }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.link);
    const captured = await workspace.capture("out.txt", { bytesMax: 1_000, remove: true });
    expect(captured.kind).toBe("refused");
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
  });

  test("FILE-036, FILE-038: a fingerprint tells content from other content, and only that", async ({
    open,
  }) => {
    const workspace = await open("e1");
    const paths = ["out.txt", "a.txt"];
    expect([...(await workspace.fingerprint(paths))]).toEqual([
      ["out.txt", null],
      ["a.txt", null],
    ]);
    await run(workspace, COMMANDS.writeOut);
    const one = (await workspace.fingerprint(paths)).get("out.txt");
    await run(workspace, COMMANDS.rewriteOut);
    const two = (await workspace.fingerprint(paths)).get("out.txt");
    await run(workspace, COMMANDS.writeOut);
    expect(one === two || one === null).toBe(false);
    expect((await workspace.fingerprint(paths)).get("out.txt")).toBe(one);
  });
}

function settling({ expect }: TestRunner, test: Test): void {
  test("EXEC-143, EXEC-145: a commit is kept, and every change beside it is thrown away", async ({
    open,
  }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.writeTwo);
    const commit = await workspace.commit("task two");
    await workspace.settle(commit);
    await run(workspace, COMMANDS.writeOut);
    await workspace.settle(null);
    expect(await contentOf(workspace, "a.txt")).toBe("a");
    expect(await contentOf(workspace, "b.txt")).toBe("b");
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
    const unchanged = await workspace.commit("task none");
    expect(unchanged === commit).toBe(false);
  });

  test("EXEC-144: a commit that is not settled on leaves no trace", async ({ open }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.writeOut);
    await workspace.commit("task lost");
    await workspace.settle(null);
    expect(await contentOf(workspace, "out.txt")).toBe("absent");
  });
}

function forks({ expect }: TestRunner, test: Test): void {
  test("EXEC-102, EXEC-103: a fork has the settled state, and its changes stay in it", async ({
    open,
  }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.writeOut);
    await workspace.settle(await workspace.commit("task out"));
    const fork = await workspace.fork("attempt-a");
    expect(await contentOf(fork, "out.txt")).toBe("one");
    await run(fork, COMMANDS.rewriteOut);
    expect(await contentOf(fork, "out.txt")).toBe("two");
    await fork.close();
    expect(await contentOf(workspace, "out.txt")).toBe("one");
  });

  test("forks beside one another know nothing of each other, nor of unsettled work", async ({
    open,
  }) => {
    const workspace = await open("e1");
    await run(workspace, COMMANDS.writeTwo);
    const [first, second] = await Promise.all([
      workspace.fork("attempt-a"),
      workspace.fork("attempt-b"),
    ]);
    await run(first, COMMANDS.writeOut);
    expect(await contentOf(second, "out.txt")).toBe("absent");
    expect(await contentOf(second, "a.txt")).toBe("absent");
    await Promise.all([first.close(), second.close()]);
  });
}

function openings({ expect }: TestRunner, test: Test): void {
  test("RESUME-005, RESUME-008, RESUME-009: a resume starts pristine with restored files, the later one winning", async ({
    open,
  }) => {
    const first = await open("e1");
    await run(first, COMMANDS.writeTwo);
    await first.settle(await first.commit("task two"));
    await first.close();
    const file = (text: string): StagedSet["files"][number] => ({
      path: "out.txt",
      executable: false,
      content: () => streamOfTexts(text),
    });
    const again = await open("e1", { base: first.base, restore: [file("old"), file("new")] });
    expect(again.base).toBe(first.base);
    expect(await contentOf(again, "a.txt")).toBe("absent");
    await again.settle(null);
    expect(await contentOf(again, "out.txt")).toBe("new");
  });

  test("RERUN-019: another start than the recorded one is refused", async ({ open }) => {
    const refused = await rejectionOf(open("e1", { base: "0".repeat(40) }));
    expect(refused instanceof WorldRefused).toBe(true);
  });

  test("RERUN-022, RERUN-023: commits of another execution are replayed, or the start is refused", async ({
    open,
  }) => {
    const first = await open("e1");
    await run(first, COMMANDS.writeOut);
    const one = await first.commit("task one");
    await first.settle(one);
    await run(first, COMMANDS.rewriteOut);
    const two = await first.commit("task two");
    await first.settle(two);
    await first.close();
    const commits = [one, two];
    const replay = { run: "run-1", execution: "e1", commits };
    const again = await open("e2", { base: first.base, replay });
    expect(await contentOf(again, "out.txt")).toBe("two");
    await again.close();
    const unknown = { ...replay, commits: ["0".repeat(40)] };
    const refused = await rejectionOf(open("e3", { base: first.base, replay: unknown }));
    expect(refused instanceof WorldRefused).toBe(true);
  });
}
