/** All checkers by name, and what they find together. */
import { attemptsBounded, deadlinesHold, settledNeverStarts } from "./attempts.js";
import { blockedNamesReason } from "./blocked.js";
import { nothingAfterClosing } from "./closing.js";
import { epilogueAfterVerdict, oneEnding, oneLog, verdictFollows } from "./endings.js";
import type { Checker, History } from "./history.js";
import { roundsFollow } from "./rounds.js";
import { instancesFold, oneRowATask } from "./rows.js";
import { spendNeverFalls } from "./spend.js";
import { startsFollowGraph, startsWhereItCan } from "./starts.js";
import { widthAndWorkspace } from "./width.js";

export const CHECKERS: ReadonlyMap<string, Checker> = new Map(
  Object.entries({
    oneRowATask,
    instancesFold,
    roundsFollow,
    blockedNamesReason,
    startsFollowGraph,
    nothingAfterClosing,
    widthAndWorkspace,
    startsWhereItCan,
    settledNeverStarts,
    attemptsBounded,
    spendNeverFalls,
    deadlinesHold,
    oneEnding,
    verdictFollows,
    epilogueAfterVerdict,
    oneLog,
  }),
);

/** What breaks the rules in a finished history, each finding after the name of its checker; empty when all is well. */
export function checkHistory(history: History): readonly string[] {
  return [...CHECKERS].flatMap(([name, check]) =>
    check(history).map((finding) => `${name}: ${finding}`),
  );
}
