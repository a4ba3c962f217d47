/** A Store that lives as long as the process: logs, blobs and private notes in maps. One process, so nobody to fence. */
import {
  BlobTooLarge,
  type Claim,
  ClaimRefused,
  digestOfBytes,
  type EngineRequest,
  type ExecutionHeader,
  type ExecutionId,
  type LogLine,
  type Store,
} from "@crucible/core";

interface Execution {
  readonly header: ExecutionHeader;
  readonly lines: LogLine[];
  readonly notes: Map<string, string>;
  readonly requests: EngineRequest[];
  owned: boolean;
}

export function memoryStore(): Store {
  const executions = new Map<string, Execution>();
  const blobs = new Map<string, Uint8Array>();

  function find(id: ExecutionId): Execution {
    const found = executions.get(keyOf(id));
    if (!found) throw new Error(`no execution ${keyOf(id)}`);
    return found;
  }

  function own(id: ExecutionId): Claim {
    const execution = find(id);
    if (execution.owned) throw new ClaimRefused(`run ${id.run} has an owner in this process`);
    execution.owned = true;
    return {
      id,
      append: async (batch) => void execution.lines.push(...batch),
      flush: async () => {},
      putPrivate: async (key, value) => void execution.notes.set(key, value),
      getPrivate: async (key) => execution.notes.get(key),
      release: async () => {
        execution.owned = false;
      },
      discard: async () => void executions.delete(keyOf(id)),
    };
  }

  return {
    create: async (header) => {
      const id = { run: header.run, execution: header.execution };
      const fresh = { header, lines: [], notes: new Map(), requests: [], owned: false };
      executions.set(keyOf(id), fresh);
      return own(id);
    },
    claim: async (id) => own(id),
    header: async (id) => find(id).header,
    read: async (id, from) => find(id).lines.slice(from),
    list: async () =>
      [...executions.values()].map(({ header, owned }) => ({
        run: header.run,
        execution: header.execution,
        startedAt: header.started_at,
        owned,
      })),
    blobs: {
      put: async (content, bytesMax) => {
        const bytes = await collect(content);
        if (bytes.length > bytesMax) throw new BlobTooLarge(`more than ${bytesMax} bytes`);
        const digest = digestOfBytes(bytes);
        blobs.set(digest, bytes);
        return { digest, size: bytes.length };
      },
      get: async (digest) => {
        const bytes = blobs.get(digest);
        return bytes && stream(bytes);
      },
    },
    requests: {
      post: async (id, request) => void find(id).requests.push(request),
      take: async (id) => find(id).requests.splice(0),
    },
  };
}

/** One piece of content as the stream that the ports speak of. */
export async function* stream(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function keyOf(id: ExecutionId): string {
  return `${id.run}/${id.execution}`;
}
