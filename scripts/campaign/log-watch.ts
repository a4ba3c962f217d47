/** Reads a log again and again while an engine writes it; what was read once must still stand there the next time. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type LogText, readStrictly } from "./strict-log.js";

const EVERY_MS = 5;

export class LogWatch {
  readonly #path: string;
  #last: LogText = { entries: [], whole: "" };
  #watching = false;
  #ended: Promise<void> = Promise.resolve();
  /** How often the log was read and had grown. */
  readings = 0;
  /** What was wrong, once each. */
  readonly findings: Set<string> = new Set();

  /** The path is the one that people are told: a link to the newest log. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The log as it is now; what cannot be read or was taken back becomes a finding. */
  read(): LogText {
    const text = this.#text();
    if (text === undefined) {
      if (this.#last.whole !== "") this.findings.add("the log is gone");
      return this.#last;
    }
    try {
      const log = readStrictly(text);
      if (!log.whole.startsWith(this.#last.whole)) this.findings.add("the log lost whole batches");
      if (log.whole.length !== this.#last.whole.length) this.readings++;
      this.#last = log;
    } catch (error) {
      this.findings.add(error instanceof Error ? error.message : String(error));
    }
    return this.#last;
  }

  start(): void {
    this.#watching = true;
    this.#ended = this.#watch();
  }

  async stop(): Promise<void> {
    this.#watching = false;
    await this.#ended;
  }

  async #watch(): Promise<void> {
    while (this.#watching) {
      this.read();
      await delay(EVERY_MS);
    }
  }

  #text(): string | undefined {
    try {
      return readFileSync(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }
}
