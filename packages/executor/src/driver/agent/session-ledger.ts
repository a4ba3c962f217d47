/**
 * The private ledger of conversations: one opaque cursor and a count of completed turns a session (HARNESS-010). It is kept
 * apart from the log, readable by its owner alone, and is written after a completed turn and before that turn's row.
 */
import {
  type Claim,
  digestOf,
  isJsonObject,
  type JsonValue,
  ownField,
  StoreLost,
  type TurnSession,
} from "@crucible/core";

interface Conversation {
  /** Stable identity, which the conversation keeps when its run goes on in another execution. */
  readonly id: string;
  readonly turns: number;
  readonly cursor: string | null;
}

export class SessionLedger {
  readonly #claim: Claim;
  /** Conversations that last no longer than one attempt, by attempt. */
  readonly #brief = new Map<string, Conversation>();

  constructor(claim: Claim) {
    this.#claim = claim;
  }

  /** Where a named session stands. */
  async open(name: string): Promise<TurnSession> {
    const text = await this.#claim.getPrivate(sessionKey(name));
    const kept = text === undefined ? this.#fresh(name) : conversationIn(text);
    if (kept === undefined) {
      throw new StoreLost(`the private record of the conversation ${name} cannot be read`);
    }
    return sessionOf(name, kept);
  }

  /** Where the conversation of one attempt stands, for a repairing task without a session (EXEC-092). */
  openBrief(row: string, attempt: string): TurnSession {
    return sessionOf(row, this.#brief.get(attempt) ?? this.#fresh(attempt));
  }

  async complete(session: TurnSession, cursor: string | undefined): Promise<void> {
    const conversation = JSON.stringify(continued(session, cursor));
    await this.#claim.putPrivate(sessionKey(session.name), conversation);
  }

  completeBrief(attempt: string, session: TurnSession, cursor: string | undefined): void {
    this.#brief.set(attempt, continued(session, cursor));
  }

  #fresh(identity: string): Conversation {
    const { run, execution } = this.#claim.id;
    return { id: uuidOf(digestOf([run, execution, identity])), turns: 0, cursor: null };
  }
}

/** Nothing when it is damaged: an agent is told to go on with what was kept, or with nothing. */
function conversationIn(text: string): Conversation | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value)) return undefined;
  const [id, turns, cursor] = ["id", "turns", "cursor"].map((name) => ownField(value, name));
  if (typeof id !== "string" || typeof turns !== "number" || !(turns >= 0)) return undefined;
  return typeof cursor === "string" || cursor === null ? { id, turns, cursor } : undefined;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Private ledger key of a named session. */
export function sessionKey(name: string): string {
  return `session/${name}`;
}

function sessionOf(name: string, { id, turns, cursor }: Conversation): TurnSession {
  const session = { name, id, turn: turns };
  return cursor === null ? session : { ...session, cursor };
}

function continued(session: TurnSession, cursor: string | undefined): Conversation {
  return { id: session.id, turns: session.turn + 1, cursor: cursor ?? session.cursor ?? null };
}

/** A digest in the shape of a UUID, which some agents insist on. */
function uuidOf(digest: string): string {
  const hex = digest.slice("sha256:".length);
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
