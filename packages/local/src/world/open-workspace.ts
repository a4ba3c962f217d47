/** Opens the shared workspace of an execution: from the pristine start to the first settled state. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Workspace, type WorkspaceStart, WorldRefused } from "@crucible/core";
import { placeFile } from "../files/place-file.js";
import { located } from "../files/raw-path.js";
import { removeTree } from "../files/remove-tree.js";
import { Homes } from "../process/homes.js";
import type { Secrets } from "../process/masked-output.js";
import { MARKER_VARIABLE, sweep } from "../process/sweep.js";
import { Attempts } from "./attempts.js";
import { Contents } from "./contents.js";
import { forker } from "./fork.js";
import { GitWorkspace } from "./git-workspace.js";
import { History } from "./history.js";
import { MADE_HERE, recordWorkspace } from "./hold.js";
import { injectedFiles } from "./inject.js";
import { GitMemory } from "./memory.js";
import type { Permits } from "./permits.js";
import { markerOfWorkspace, type Places } from "./places.js";
import { replayCommits, writeReplayed } from "./replay.js";
import { RepositoryFolder } from "./repository-folder.js";
import type { WorldSettings } from "./settings.js";
import { makeStart, type Start } from "./start.js";

export interface Opening {
  readonly start: WorkspaceStart;
  readonly settings: WorldSettings;
  readonly places: Places;
  readonly packFolder: string;
  readonly stateFolder: string;
  /** What a set-up command's environment holds. */
  readonly environment: ReadonlyMap<string, string>;
  readonly forking: Permits;
  /** Masked in the output that is kept of processes. */
  readonly secrets: Secrets;
  /** Called once the workspace was given up. */
  readonly release: () => Promise<void>;
}

/** Rejects with `WorldRefused`; what was made by then is for the caller to take away. */
export async function openWorkspace(opening: Opening): Promise<Workspace> {
  const { start, settings, places, packFolder, stateFolder } = opening;
  const marker = markerOfWorkspace(places.root);
  // An engine that was killed leaves its attempts running.
  await sweep({ marker });
  await removeTree(places.forks);
  await removeTree(places.scratch);
  const memory = await GitMemory.open(stateFolder);
  const injected = await injectedFiles(settings.inject, start.pack, packFolder);
  const indexes = join(places.scratch, "shared");
  await recordWorkspace(places, stateFolder, { run: start.run, execution: start.execution });
  const history = new History(memory, indexes);
  const folder = new RepositoryFolder(places.root, memory, indexes);
  const homes = new Homes(places.run);
  const attempts = await Attempts.open(places.attempts, marker, opening.secrets, homes);
  const objects = join(places.scratch, "objects");
  const contents = new Contents({
    root: places.root,
    memory,
    objects,
    indexes,
    published: history.published,
  });
  await contents.prepare();
  const begun = await makeStart(
    {
      root: places.root,
      packFolder,
      memory,
      history,
      folder,
      injected,
      name: start.execution,
      base: start.base,
      setUp: (command) => setUp(opening, attempts, command),
    },
    settings,
  );
  await bringBack(opening, begun, memory, history, folder);
  await writeFile(join(folder.location, MADE_HERE), `${start.run} ${start.execution}\n`);
  const state = await contents.record();
  const settled = { state, publication: history.last, repository: await folder.save() };
  const common = { ...begun, name: start.execution, injected, attempts };
  return new GitWorkspace({
    ...common,
    location: places.root,
    contents,
    folder,
    history,
    settled,
    fork: forker({ ...common, memory, objects, folder, places, permits: opening.forking }),
    close: async () => {
      await removeTree(places.forks);
      await removeTree(places.scratch);
      await opening.release();
    },
  });
}

/** Commits of reused tasks, then declared files of settled ones, over the start. */
async function bringBack(
  { start, places }: Opening,
  { branch }: Start,
  memory: GitMemory,
  history: History,
  folder: RepositoryFolder,
): Promise<void> {
  const { root } = places;
  if (start.replay !== undefined) {
    const { commits } = start.replay;
    const changes = await replayCommits(memory, history, commits, start.execution);
    await writeReplayed(memory, history, root, changes, (path) => removeTree(located(root, path)));
    await folder.moveTo(await folder.save(), { branch, to: history.last, changes });
  }
  for (const file of start.restore ?? []) {
    await placeFile(root, file.path, file.content(), file.executable ? 0o755 : 0o644);
  }
}

/** Runs the set-up command in the pack's folder; what it leaves running is ended. */
async function setUp(opening: Opening, attempts: Attempts, command: string): Promise<void> {
  const env = new Map(
    [...opening.environment].filter(
      ([name]) => !name.startsWith("GIT_") && name !== MARKER_VARIABLE,
    ),
  );
  const running = attempts.spawn(
    {
      attempt: "setup",
      argv: ["sh", "-c", command],
      env,
      stdin: null,
      files: new Map(),
      feedback: [],
    },
    opening.packFolder,
  );
  const end = await running.ended;
  running.release();
  if (end.kind === "spawn_failed") {
    throw new WorldRefused(`[workspace].setup_cmd cannot be started: ${end.detail}`);
  }
  if (end.exitCode !== 0) {
    const how = end.exitCode === null ? `ended by ${end.signal}` : `exit ${end.exitCode}`;
    throw new WorldRefused(`[workspace].setup_cmd failed (${how}): ${end.stderrTail.trim()}`);
  }
}
