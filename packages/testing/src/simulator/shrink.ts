/** Makes a failing plan small: drafts are left out or made plain as long as it goes on failing. */
import { PLAINEST, type TaskDraft } from "../arbitraries/task-draft.js";

type Drafts = readonly TaskDraft[];

/** How many smaller plans are tried at the most. */
const TRIES_MAX = 400;

/** The smallest drafts found that still fail; those given when none does. */
export async function shrunk(
  drafts: Drafts,
  fails: (drafts: Drafts) => Promise<boolean>,
): Promise<Drafts> {
  let smallest = drafts;
  let tries = 0;
  for (let shrank = true; shrank; ) {
    shrank = false;
    for (const candidate of smallerThan(smallest)) {
      if (++tries > TRIES_MAX) return smallest;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      shrank = true;
      break;
    }
  }
  return smallest;
}

/** Halves first, then all but one, then with one choice less. */
function* smallerThan(drafts: Drafts): Generator<Drafts> {
  for (let size = drafts.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < drafts.length; from += size) {
      const left = [...drafts.slice(0, from), ...drafts.slice(from + size)];
      if (left.length > 0) yield left;
    }
  }
  for (const [at, draft] of drafts.entries()) {
    for (const plainer of plainerThan(draft)) yield drafts.with(at, plainer);
  }
}

function* plainerThan(draft: TaskDraft): Generator<TaskDraft> {
  if (draft.links.length > 0) yield { ...draft, links: draft.links.slice(1) };
  for (const field of Object.keys(PLAINEST) as (keyof TaskDraft)[]) {
    if (field === "links" || draft[field] === PLAINEST[field]) continue;
    yield { ...draft, [field]: PLAINEST[field] };
  }
}
