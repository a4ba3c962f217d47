/** What a walk makes up: the launch, how attempts end and which sets they leave. */
import type { CapturedFile, Launch, Task } from "@crucible/core";
import type { AttemptEnd, AttemptEndedFact, Machine } from "@crucible/executor/machine";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { outcomeByChance } from "../arbitraries/outcomes.js";

const EVERYTHING = ["isolation.worktree", "gpu", "decision", "human"];

/** A launch that the seed chooses; a rerun is launched under other ceilings, now and then in another place. */
export function launchByChance(seed: number, purpose: "launch" | "rerun" = "launch"): Launch {
  const chance = new Chance(seedOf(seed, purpose));
  const elsewhere = purpose === "rerun" && chance.oneIn(4);
  const place = new Chance(seedOf(seed, elsewhere ? "elsewhere" : "place"));
  const lacking = place.oneIn(3) ? place.pick(EVERYTHING) : undefined;
  const capabilities = EVERYTHING.filter((capability) => capability !== lacking);
  return {
    ceilings: { costNano: chance.pick([3, 6, 10, 20, 1_000]) * 100_000_000, wallMs: 3_600_000 },
    width: chance.between(1, 5),
    capabilities: place.oneIn(12) ? [] : capabilities,
    captureBytesMax: 1_000_000,
  };
}

interface Ending {
  readonly chance: Chance;
  readonly calm: boolean;
  /** Whether the run was halted or stopped, so that most attempts are ended. */
  readonly ending: boolean;
  /** Whether the wall clock ends most attempts. */
  readonly wall: boolean;
}

/** The end of one attempt in flight, as a driver would report it. */
export function endByChance(
  machine: Machine,
  task: Task,
  flight: { readonly task: string; readonly attempt: number },
  { chance, calm, ending, wall }: Ending,
): AttemptEndedFact {
  const offered = task.kind === "route" ? machine.inputsOf(flight.task).options : undefined;
  const outcome = outcomeByChance(task, chance, calm, offered);
  const cut = (ending || wall) && !chance.oneIn(4);
  const end: AttemptEnd = cut ? cutShort(wall && !ending) : outcome.end;
  const files = captured(task, end, `${flight.task}#${flight.attempt}`, chance);
  const missing = files === "missing" ? ["a declared file is missing"] : [];
  return {
    kind: "attempt_ended",
    ...flight,
    ...outcome,
    end,
    findings: cut ? [] : [...outcome.findings, ...missing],
    model: null,
    survivors: [],
    files: files === "missing" ? null : files,
    captureProblems: missing,
    commit: null,
    repairs: [],
    secs: 0,
  };
}

function cutShort(wall: boolean): AttemptEnd {
  return wall ? { kind: "deadline", limit: "run" } : { kind: "cancelled" };
}

/** The declared set, complete or missing; nothing where nothing was measured. */
function captured(
  task: Task,
  end: AttemptEnd,
  digest: string,
  chance: Chance,
): readonly CapturedFile[] | null | "missing" {
  const measured = end.kind === "exited" || end.kind === "turn_failed" || end.kind === "deadline";
  if (!measured || task.emitsFiles.length === 0) return null;
  if (chance.oneIn(5)) return "missing";
  return task.emitsFiles.map(({ path }) => ({ path, digest, size: 1, executable: false }));
}
