/** What every Store must do, whatever it keeps its bytes in. */
import {
  BlobTooLarge,
  type Claim,
  ClaimRefused,
  digestOfText,
  type ExecutionHeader,
  Fenced,
  type LogLine,
  type Store,
} from "@crucible/core";
import { rejectionOf, streamOfTexts, type TestRunner, textOf } from "./test-runner.js";

export interface StoreUnderTest {
  /** The store as one engine sees it; empty. */
  readonly store: Store;
  /** The same store as a second engine sees it while the first is alive. */
  another(): Promise<Store>;
  /** The same store as the next engine sees it after the first died and gave nothing up; left out where a host cannot bring that about. */
  afterDeath?(): Promise<Store>;
  close(): Promise<void>;
}

/** Registers the suite; `open` gives a fresh store a test. */
export function storeContract(runner: TestRunner, open: () => Promise<StoreUnderTest>): void {
  const test = (title: string, body: (subject: StoreUnderTest) => Promise<void>): void => {
    runner.it(title, async () => {
      const subject = await open();
      const claims: Claim[] = [];
      try {
        await body(watched(subject, claims));
      } finally {
        // A claim that was lost or given up has nothing to release.
        for (const claim of claims) await claim.release().catch(() => undefined);
        await subject.close();
      }
    });
  };
  runner.describe("a store", () => {
    headersAndLists(runner, test);
    logs(runner, test);
    ownership(runner, test);
    privateRecords(runner, test);
    transcripts(runner, test);
    blobs(runner, test);
    requests(runner, test);
  });
}

/** The subject, with every claim taken on it noted, so that none is left open. */
function watched(subject: StoreUnderTest, claims: Claim[]): StoreUnderTest {
  const { afterDeath } = subject;
  const noted = async (taking: Promise<Claim>): Promise<Claim> => {
    const claim = await taking;
    claims.push(claim);
    return claim;
  };
  const watch = (store: Store): Store => ({
    create: (header) => noted(store.create(header)),
    claim: (id) => noted(store.claim(id)),
    header: (id) => store.header(id),
    read: (id, from) => store.read(id, from),
    list: () => store.list(),
    blobs: store.blobs,
    requests: store.requests,
  });
  return {
    store: watch(subject.store),
    another: async () => watch(await subject.another()),
    ...(afterDeath ? { afterDeath: async () => watch(await afterDeath()) } : {}),
    close: () => subject.close(),
  };
}

type Test = (title: string, body: (subject: StoreUnderTest) => Promise<void>) => void;

/** A header of an execution; its workspace is its own unless given. */
function contractHeader(execution: string, workspace = execution): ExecutionHeader {
  return {
    v: 1,
    run: `run-of-${execution}`,
    execution,
    started_at: "2030-01-01T00:00:00.000Z",
    plan_digest: `sha256:${"0".repeat(64)}`,
    plan: { version: 1 },
    launch: {
      ceilings: { costNano: 1_000_000_000, wallMs: 60_000 },
      width: 8,
      capabilities: [],
      captureBytesMax: 1_000,
    },
    pack_digest: `tree1:${"0".repeat(64)}`,
    pack: [],
    engine: "0.0.0",
    settings: {},
    workspace: { dir: workspace },
  };
}

function idOf(header: ExecutionHeader): { readonly run: string; readonly execution: string } {
  return { run: header.run, execution: header.execution };
}

function line(seq: number, more?: true): LogLine {
  const envelope = { v: 1, seq, ts: "2030-01-01T00:00:00.000Z", ms: seq * 10 } as const;
  return { ...envelope, ...(more ? { more } : {}), kind: "heartbeat" };
}

function headersAndLists({ expect }: TestRunner, test: Test): void {
  test("gives a header back as it was written, to every engine", async ({ store, another }) => {
    const header = contractHeader("a");
    await store.create(header);
    expect(await store.header(idOf(header))).toEqual(header);
    expect(await (await another()).header(idOf(header))).toEqual(header);
  });

  test("lists executions oldest first and says which are owned", async ({ store }) => {
    expect(await store.list()).toEqual([]);
    const first = await store.create(contractHeader("a"));
    await store.create(contractHeader("b"));
    await first.release();
    const listed = await store.list();
    expect(listed.map(({ execution, owned }) => [execution, owned])).toEqual([
      ["a", false],
      ["b", true],
    ]);
  });

  test("refuses a second execution of the same name", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.release();
    expect((await rejectionOf(store.create(contractHeader("a")))) instanceof ClaimRefused).toBe(
      true,
    );
  });

  test("RUN-062: a discarded execution was never there", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.discard();
    expect(await store.list()).toEqual([]);
    await rejectionOf(store.header(idOf(contractHeader("a"))));
    await store.create(contractHeader("a"));
  });

  test("an execution with a log cannot be discarded", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0)]);
    await rejectionOf(claim.discard());
    expect((await store.read(claim.id, 0)).length).toBe(1);
  });

  test("knows nothing of an execution that is not there", async ({ store }) => {
    const nowhere = { run: "nobody", execution: "nothing" };
    await rejectionOf(store.header(nowhere));
    await rejectionOf(store.read(nowhere, 0));
    await rejectionOf(store.claim(nowhere));
  });
}

function logs({ expect }: TestRunner, test: Test): void {
  test("RUN-010: keeps batches in order, and what was read stays", async ({ store, another }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0, true), line(1)]);
    const before = await store.read(claim.id, 0);
    await claim.append([line(2)]);
    expect(before).toEqual([line(0, true), line(1)]);
    expect(await (await another()).read(claim.id, 0)).toEqual([line(0, true), line(1), line(2)]);
  });

  test("reads from any position", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0), line(1)]);
    expect(await store.read(claim.id, 1)).toEqual([line(1)]);
    expect(await store.read(claim.id, 2)).toEqual([]);
    expect(await store.read(claim.id, 99)).toEqual([]);
  });

  test("WIRE-034: drops a last batch that is not whole", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0)]);
    await claim.append([line(1, true)]);
    expect(await store.read(claim.id, 0)).toEqual([line(0)]);
    await claim.release();
    const next = await store.claim(claim.id);
    await next.append([line(1)]);
    expect(await store.read(claim.id, 0)).toEqual([line(0), line(1)]);
  });

  test("keeps any text and any number that JSON holds", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    const reason = 'tab\t newline\n quote" \u2028 😀 \u0000';
    const stop = { ...line(0), kind: "stop_requested", reason } as LogLine;
    await claim.append([stop]);
    expect(await store.read(claim.id, 0)).toEqual([stop]);
  });

  test("flushes as often as asked, also with nothing new", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.flush();
    await claim.append([line(0)]);
    await claim.flush();
    await claim.flush();
    expect(await store.read(claim.id, 0)).toEqual([line(0)]);
  });
}

function ownership({ expect }: TestRunner, test: Test): void {
  test("RUN-055, RUN-056, RUN-060: one live run a workspace, and a refusal names it", async ({
    store,
    another,
  }) => {
    const claim = await store.create(contractHeader("a", "shared"));
    const second = await another();
    const refused = await rejectionOf(second.create(contractHeader("b", "shared")));
    expect(refused instanceof ClaimRefused).toBe(true);
    expect(refused.message).toContain("run-of-a");
    const elsewhere = await second.create(contractHeader("c", "elsewhere"));
    await elsewhere.release();
    await claim.release();
    await second.create(contractHeader("b", "shared"));
    const resumed = await rejectionOf(store.claim(claim.id));
    expect(resumed instanceof ClaimRefused).toBe(true);
  });

  test("an owned execution is not claimed again", async ({ store, another }) => {
    const claim = await store.create(contractHeader("a"));
    const refused = await rejectionOf((await another()).claim(claim.id));
    expect(refused instanceof ClaimRefused).toBe(true);
  });

  test("RUN-057: a released execution can be claimed, and its old claim is fenced", async ({
    store,
    another,
  }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0)]);
    await claim.release();
    const next = await (await another()).claim(claim.id);
    await next.append([line(1)]);
    expect((await rejectionOf(claim.append([line(1)]))) instanceof Fenced).toBe(true);
    expect((await rejectionOf(claim.flush())) instanceof Fenced).toBe(true);
    expect((await rejectionOf(claim.putPrivate("k", "v"))) instanceof Fenced).toBe(true);
    expect(await store.read(claim.id, 0)).toEqual([line(0), line(1)]);
  });

  test("RUN-059: an owner that died is taken over", async ({ store, afterDeath }) => {
    const claim = await store.create(contractHeader("a"));
    await claim.append([line(0)]);
    await claim.flush();
    if (afterDeath === undefined) return;
    const next = await afterDeath();
    const listed = await next.list();
    expect(listed.map(({ owned }) => owned)).toEqual([false]);
    const taken = await next.claim(claim.id);
    await taken.append([line(1)]);
    expect(await next.read(claim.id, 0)).toEqual([line(0), line(1)]);
    expect((await rejectionOf(claim.append([line(1)]))) instanceof Fenced).toBe(true);
  });
}

function privateRecords({ expect }: TestRunner, test: Test): void {
  test("HARNESS-011: private records are kept apart from the log, over claims", async ({
    store,
  }) => {
    const claim = await store.create(contractHeader("a"));
    expect(await claim.getPrivate("session/writer")).toBe(undefined);
    await claim.putPrivate("session/writer", "cursor-1");
    await claim.putPrivate("session/writer", "cursor-2");
    await claim.putPrivate("session/../odd name", "x");
    await claim.release();
    const next = await store.claim(claim.id);
    expect(await next.getPrivate("session/writer")).toBe("cursor-2");
    expect(await next.getPrivate("session/../odd name")).toBe("x");
    expect(await store.read(claim.id, 0)).toEqual([]);
  });
}

function transcripts({ expect }: TestRunner, test: Test): void {
  test("keeps transcripts apart from the log, if it keeps any", async ({ store }) => {
    const claim = await store.create(contractHeader("a"));
    const transcript = claim.transcribe?.("attempt/1");
    transcript?.add('{"n":1}');
    transcript?.add('{"n":"é"}');
    const kept = await transcript?.end();
    expect(kept?.size).toBe(transcript === undefined ? undefined : 19);
    expect(kept?.digest).toBe(
      transcript === undefined ? undefined : digestOfText('{"n":1}\n{"n":"é"}\n'),
    );
    expect(await claim.transcribe?.("attempt/2").end()).toBe(undefined);
    expect(await store.read(claim.id, 0)).toEqual([]);
  });
}

function blobs({ expect }: TestRunner, test: Test): void {
  test("keeps bytes under their digest", async ({ store, another }) => {
    const blob = await store.blobs.put(streamOfTexts("hello ", "world"), 11);
    expect(blob).toEqual({
      digest: "sha256:b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
      size: 11,
    });
    const content = await (await another()).blobs.get(blob.digest);
    expect(content === undefined ? undefined : await textOf(content)).toBe("hello world");
    expect(await store.blobs.put(streamOfTexts("hello world"), 11)).toEqual(blob);
  });

  test("keeps nothing of what is larger than allowed", async ({ store }) => {
    const refused = await rejectionOf(store.blobs.put(streamOfTexts("hello ", "world"), 10));
    expect(refused instanceof BlobTooLarge).toBe(true);
    const digest = "sha256:b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9";
    expect(await store.blobs.get(digest)).toBe(undefined);
  });

  test("keeps an empty blob, and knows of no other", async ({ store }) => {
    const { digest, size } = await store.blobs.put(streamOfTexts(), 0);
    expect(size).toBe(0);
    const content = await store.blobs.get(digest);
    expect(content === undefined ? undefined : await textOf(content)).toBe("");
    expect(await store.blobs.get(`sha256:${"0".repeat(64)}`)).toBe(undefined);
  });
}

function requests({ expect }: TestRunner, test: Test): void {
  test("hands requests of other engines over once, oldest first", async ({ store, another }) => {
    const claim = await store.create(contractHeader("a"));
    const other = await another();
    expect(await store.requests.take(claim.id)).toEqual([]);
    await other.requests.post(claim.id, { kind: "halt" });
    await other.requests.post(claim.id, { kind: "stop", reason: "enough" });
    expect(await store.requests.take(claim.id)).toEqual([
      { kind: "halt" },
      { kind: "stop", reason: "enough" },
    ]);
    expect(await store.requests.take(claim.id)).toEqual([]);
  });
}
