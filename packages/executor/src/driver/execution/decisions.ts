/**
 * From facts to the entries that are written: the machine decides, and every row is completed and remembered before the next
 * fact is looked at, since a later row may read what an earlier one gave. Promises appear only where a row has to wait for
 * its output, which few do.
 */
import type { Entry, TaskResult } from "@crucible/core";
import type { Fact } from "../../machine/fact.js";
import type { Machine } from "../../machine/machine.js";
import { setBytes, setOwnerOfRow } from "../files/set-owner.js";
import type { Decision } from "../journal/journal.js";
import type { ExecutionContext } from "./context.js";
import { sealRow } from "./seal-row.js";

/** Something that was reported. */
interface Reported {
  readonly fact: Fact;
}

export class Decisions {
  readonly #machine: Machine;
  readonly #context: ExecutionContext;
  readonly #isOver: () => boolean;

  /** `isOver` says that the execution has come to its end: what is told after it changes nothing any more. */
  constructor(machine: Machine, context: ExecutionContext, isOver: () => boolean) {
    this.#machine = machine;
    this.#context = context;
    this.#isOver = isOver;
  }

  /** One a report, one after another. */
  of(reports: readonly Reported[]): readonly Decision[] | Promise<readonly Decision[]> {
    const decisions: Decision[] = [];
    for (let index = 0; index < reports.length; index++) {
      const decided = this.#decide((reports[index] as Reported).fact);
      if (decided instanceof Promise) return this.#ofRest(reports, decisions, decided);
      decisions.push(decided);
    }
    return decisions;
  }

  /** From the first that has to wait. */
  async #ofRest(
    reports: readonly Reported[],
    decisions: Decision[],
    waiting: Promise<Decision>,
  ): Promise<readonly Decision[]> {
    decisions.push(await waiting);
    for (const { fact } of reports.slice(decisions.length)) {
      decisions.push(await this.#decide(fact));
    }
    return decisions;
  }

  #decide(fact: Fact): Decision | Promise<Decision> {
    const ms = this.#context.time.nowMs();
    if (this.#isOver()) return { entries: [], ms };
    const decided = this.#machine.decide(fact, ms);
    const entries: Entry[] = [];
    for (let index = 0; index < decided.length; index++) {
      const entry = decided[index] as Entry;
      if (entry.kind !== "task_result") {
        entries.push(entry);
        continue;
      }
      const sealed = this.#sealed(entry);
      if (sealed instanceof Promise) {
        return this.#sealRest(decided.slice(index + 1), entries, sealed, ms);
      }
      entries.push(this.#record(sealed));
    }
    return { entries, ms };
  }

  /** The row that has to wait, and those after it. */
  async #sealRest(
    rest: readonly Entry[],
    entries: Entry[],
    waiting: Promise<TaskResult>,
    ms: number,
  ): Promise<Decision> {
    entries.push(this.#record(await waiting));
    for (const entry of rest) {
      if (entry.kind !== "task_result") entries.push(entry);
      else entries.push(this.#record(await this.#sealed(entry)));
    }
    return { entries, ms };
  }

  #sealed(row: TaskResult): TaskResult | Promise<TaskResult> {
    return sealRow(row, this.#machine.outputSource(row), this.#context);
  }

  #record(row: TaskResult): TaskResult {
    const { rows, quota, tasks } = this.#context;
    rows.record(row);
    // A row without a set takes an earlier one away, and its bytes are free again (FILE-043).
    quota.replace(setOwnerOfRow(tasks, row.task), setBytes(row));
    return row;
  }
}
