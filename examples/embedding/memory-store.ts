/** A Store that lives as long as the process: logs, private notes and requests in maps. */
import {
  type Claim,
  ClaimRefused,
  canonicalJson,
  type ExecutionHeader,
  type ExecutionId,
  Fenced,
  type LogLine,
  type Store,
} from "@crucible/core";
import { memoryBlobs } from "./memory-blobs.js";

interface Execution {
  readonly header: ExecutionHeader;
  lines: LogLine[];
  readonly notes: Map<string, string>;
  /** Who may write; a released claim is no owner any more. */
  owner: Claim | undefined;
}

export function memoryStore(): Store {
  const executions = new Map<string, Execution>();
  const requests = new Map<string, Parameters<Store["requests"]["post"]>[1][]>();

  function find(id: ExecutionId): Execution {
    const found = executions.get(keyOf(id));
    if (!found) throw new Error(`no execution ${keyOf(id)}`);
    return found;
  }

  /** At most one live run has a workspace, this execution included. */
  function own(id: ExecutionId, execution: Execution): Claim {
    const workspace = canonicalJson(execution.header.workspace);
    for (const other of executions.values()) {
      if (other.owner && canonicalJson(other.header.workspace) === workspace) {
        throw new ClaimRefused(`run ${other.header.run} is live in this workspace`);
      }
    }
    const discard = (): void => void executions.delete(keyOf(id));
    execution.lines = wholeBatches(execution.lines);
    execution.owner = claimOf(id, execution, discard);
    return execution.owner;
  }

  return {
    create: async (header) => {
      const id = { run: header.run, execution: header.execution };
      if (executions.has(keyOf(id))) throw new ClaimRefused(`${keyOf(id)} exists`);
      const execution = { header, lines: [], notes: new Map(), owner: undefined };
      const claim = own(id, execution);
      executions.set(keyOf(id), execution);
      return claim;
    },
    claim: async (id) => own(id, find(id)),
    header: async (id) => find(id).header,
    read: async (id, from) => wholeBatches(find(id).lines).slice(from),
    list: async () =>
      [...executions.values()].map(({ header, owner }) => ({
        run: header.run,
        execution: header.execution,
        startedAt: header.started_at,
        owned: owner !== undefined,
      })),
    blobs: memoryBlobs(),
    requests: {
      post: async (id, request) => {
        find(id);
        requests.set(keyOf(id), [...(requests.get(keyOf(id)) ?? []), request]);
      },
      take: async (id) => {
        const taken = requests.get(keyOf(id)) ?? [];
        requests.delete(keyOf(id));
        return taken;
      },
    },
  };
}

function claimOf(id: ExecutionId, execution: Execution, remove: () => void): Claim {
  const owned = (): Execution => {
    if (execution.owner !== claim) throw new Fenced(`${keyOf(id)} has another owner`);
    return execution;
  };
  const claim: Claim = {
    id,
    append: async (batch) => void owned().lines.push(...batch),
    flush: async () => void owned(),
    putPrivate: async (key, value) => void owned().notes.set(key, value),
    getPrivate: async (key) => owned().notes.get(key),
    release: async () => {
      if (execution.owner === claim) execution.owner = undefined;
    },
    discard: async () => {
      if (owned().lines.length > 0) throw new Error(`${keyOf(id)} has a log`);
      remove();
    },
  };
  return claim;
}

/** Every line of a batch but its last says that more follows; a batch without its last line never happened. */
function wholeBatches(lines: readonly LogLine[]): LogLine[] {
  return lines.slice(0, lines.findLastIndex((line) => !line.more) + 1);
}

function keyOf(id: ExecutionId): string {
  return `${id.run}/${id.execution}`;
}
