/**
 * The packs that are interrupted, each in a folder of its own. Every script of a pack is made to say that it began: a line
 * with the task and the attempt's marker goes into a ledger that lies outside the workspace, so that nothing the engine
 * does to its workspaces can hide a task that was started twice.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyAsCloned } from "../../test/clone-copy.js";

/** Packs by the name of their folder. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ["release-notes", "examples/release-notes"],
  ["every-kind", "test/packs/every-kind"],
  ["hello", "examples/hello"],
]);

export const SUBJECTS: readonly string[] = [...FOLDERS.keys()];

/** A pack that is ready to be run. */
export interface Prepared {
  readonly subject: string;
  /** Holds the pack's folder and the ledger; the caller removes it. */
  readonly folder: string;
  readonly pack: string;
  /** The link to the newest log. */
  readonly log: string;
  readonly ledger: string;
}

/** What the first line of every script is followed by. */
const FIRST = "set -eu\n";

/** Copies a pack into a fresh folder. */
export function prepare(subject: string): Prepared {
  const source = FOLDERS.get(subject);
  if (source === undefined)
    throw new Error(`there is no pack ${subject}; there are ${SUBJECTS.join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), `crucible-campaign-${subject}-`));
  const pack = join(folder, "pack");
  const ledger = join(folder, "ledger");
  copyAsCloned(source, pack);
  for (const name of readdirSync(join(pack, "tools"))) sayBegins(join(pack, "tools", name), ledger);
  return { subject, folder, pack, log: join(pack, "state/session.jsonl"), ledger };
}

function sayBegins(script: string, ledger: string): void {
  const text = readFileSync(script, "utf8");
  if (text.split(FIRST).length !== 2) throw new Error(`${script} must hold "set -eu" once`);
  const line = `printf '%s\\n' "$CRUCIBLE_ATTEMPT_ID $CRUCIBLE_TASK" >>'${ledger}'\n`;
  writeFileSync(
    script,
    text.replace(FIRST, () => `${FIRST}${line}`),
  );
}

/** A task that began. */
export interface Begun {
  readonly marker: string;
  readonly task: string;
}

/** What the scripts have said so far. */
export function ledgerOf({ ledger }: Prepared): readonly Begun[] {
  if (!existsSync(ledger)) return [];
  const lines = readFileSync(ledger, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const [marker = "", task = ""] = line.split(" ");
    return { marker, task };
  });
}

/** Whether an engine got so far that there is a run to go on with. */
export function hasRun(prepared: Prepared): boolean {
  return executionsOf(prepared).some((folder) => existsSync(join(folder, "header.json")));
}

/** What changes when an engine takes the run; empty while nothing is on the disk. */
export function traceOf(prepared: Prepared): string {
  const owners = executionsOf(prepared).flatMap((folder) => namesIn(join(folder, "owner")));
  return [...namesIn(join(prepared.pack, "state")), ...owners].join(" ");
}

function executionsOf({ pack }: Prepared): readonly string[] {
  const runs = join(pack, "state/runs");
  // One whose name begins with a dot is still being made.
  return namesIn(runs).flatMap((run) =>
    namesIn(join(runs, run)).flatMap((name) =>
      name.startsWith(".") ? [] : [join(runs, run, name)],
    ),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
