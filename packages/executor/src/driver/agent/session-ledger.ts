/**
 * The private ledger of conversations: one opaque cursor and a count of completed turns a session (HARNESS-010). It is kept
 * apart from the log, readable by its owner alone, and is written after a completed turn and before that turn's row.
 */
import { type Claim, digestOf, type TurnSession } from "@crucible/core";

interface Conversation {
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
    const text = await this.#claim.getPrivate(keyOf(name));
    const kept = text === undefined ? NEW : (JSON.parse(text) as Conversation);
    return this.#session(name, name, kept);
  }

  /** Where the conversation of one attempt stands, for a repairing task without a session (EXEC-092). */
  openBrief(row: string, attempt: string): TurnSession {
    return this.#session(row, attempt, this.#brief.get(attempt) ?? NEW);
  }

  async complete(session: TurnSession, cursor: string | undefined): Promise<void> {
    const conversation = { turns: session.turn + 1, cursor: cursor ?? session.cursor ?? null };
    await this.#claim.putPrivate(keyOf(session.name), JSON.stringify(conversation));
  }

  completeBrief(attempt: string, session: TurnSession, cursor: string | undefined): void {
    const conversation = { turns: session.turn + 1, cursor: cursor ?? session.cursor ?? null };
    this.#brief.set(attempt, conversation);
  }

  #session(name: string, identity: string, conversation: Conversation): TurnSession {
    const { run, execution } = this.#claim.id;
    const id = uuidOf(digestOf([run, execution, identity]));
    const session = { name, id, turn: conversation.turns };
    return conversation.cursor === null ? session : { ...session, cursor: conversation.cursor };
  }
}

const NEW: Conversation = { turns: 0, cursor: null };

function keyOf(name: string): string {
  return `session/${name}`;
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
