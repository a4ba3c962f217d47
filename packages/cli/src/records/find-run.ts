/** From what the command line calls a run to the run: its whole name, or a part at either end that is only its own. */
import { nearest, type Store } from "@crucible/core";
import { Refusal } from "../failure/failure.js";
import { type RecordedRun, readRun } from "./recorded-run.js";

/** As many as are worth reading in a message. */
const SHOWN_MAX = 5;

/** The run; the newest when none is named. Throws {@link Refusal} naming what there is. */
export async function findRun(
  store: Store,
  named: string | undefined,
  shownFolder: string,
): Promise<RecordedRun> {
  const listed = await store.list();
  const names = [...new Set(listed.map(({ run }) => run))];
  const name = nameOf(names, named, shownFolder);
  const run = await readRun(store, listed, name);
  if (run === undefined) throw new Refusal(`run ${name} is gone from ${shownFolder}`);
  return run;
}

function nameOf(names: readonly string[], named: string | undefined, folder: string): string {
  const newest = names.at(-1);
  if (newest === undefined) throw new Refusal(`there are no runs in ${folder}`);
  if (named === undefined || names.includes(named)) return named ?? newest;
  const meant = names.filter((name) => name.startsWith(named) || name.endsWith(named));
  if (meant.length === 1 && named !== "") return meant[0] as string;
  throw new Refusal(
    meant.length === 0 ? noneOf(names, named, folder) : severalOf(meant, named, folder),
  );
}

function noneOf(names: readonly string[], named: string, folder: string): string {
  const shortNames = names.map((name) => name.slice(name.lastIndexOf("-") + 1));
  const found = nearest(named, [...names, ...shortNames]);
  const hint = found === undefined ? "; `crucible runs` lists them" : `; did you mean ${found}?`;
  return `there is no run ${JSON.stringify(named)} in ${folder}${hint}`;
}

function severalOf(meant: readonly string[], named: string, folder: string): string {
  const shown = meant.slice(-SHOWN_MAX).join(", ");
  const more = meant.length > SHOWN_MAX ? ` and ${meant.length - SHOWN_MAX} more` : "";
  return `${JSON.stringify(named)} can be several runs in ${folder}: ${shown}${more}`;
}
