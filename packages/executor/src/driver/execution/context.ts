/** What every attempt of one execution works with. */
import type {
  Blobs,
  Decider,
  Desk,
  Entry,
  Harness,
  HarnessEvent,
  JsonObject,
  Launch,
  Plan,
  Task,
  Transcript,
} from "@crucible/core";
import type { Fact } from "../../machine/fact.js";
import type { InputPlan } from "../../machine/machine.js";
import type { SessionLedger } from "../agent/session-ledger.js";
import type { SharedWorkspace } from "../attempt/shared-workspace.js";
import type { CaptureQuota } from "../files/capture-quota.js";
import type { Rows } from "../inputs/rows.js";
import type { Mask } from "../journal/mask.js";
import type { SchemaValidator } from "../schema/validator.js";
import type { EngineTime } from "../time/engine-time.js";
import type { Bounds } from "./bounds.js";
import type { RunSettings } from "./settings.js";

/** The parts of an engine that an execution uses. */
interface ExecutionPorts {
  readonly blobs: Blobs;
  readonly harnesses: ReadonlyMap<string, Harness>;
  readonly decider: Decider | undefined;
  readonly desk: Desk | undefined;
  readonly validator: SchemaValidator;
  /** The host's environment, from which tasks are given only what the rules allow. */
  readonly environment: ReadonlyMap<string, string>;
  readonly bounds: Bounds;
  /** Told what agents say while they work. */
  readonly observe: (event: TurnEvent) => void;
}

/** Something an agent said or did while it worked, as it happens; the attempt's transcript keeps it. */
export interface TurnEvent {
  readonly run: string;
  readonly task: string;
  readonly attempt: number;
  /** Engine milliseconds since the attempt began. */
  readonly elapsedMs: number;
  readonly event: HarnessEvent;
}

export interface ExecutionContext extends ExecutionPorts {
  readonly run: string;
  readonly execution: string;
  readonly plan: Plan;
  /** The plan's bound parameters as tasks read them. */
  readonly params: JsonObject;
  /** The plan's tasks by name. */
  readonly tasks: ReadonlyMap<string, Task>;
  readonly launch: Launch;
  readonly settings: RunSettings;
  /** `[agent].env`, values included. */
  readonly agentVariables: ReadonlyMap<string, string>;
  readonly mask: Mask;
  readonly time: EngineTime;
  readonly rows: Rows;
  readonly quota: CaptureQuota;
  readonly sessions: SessionLedger;
  /** Begins the transcript of an attempt, where the store keeps any. */
  readonly transcribe: (attempt: string) => Transcript | undefined;
  readonly workspace: SharedWorkspace;
  /** What an instance reads. */
  readonly inputsOf: (row: string) => InputPlan;
  /** Spend that counts against the ceiling by now, in nano-dollars. */
  readonly spentNano: () => number;
  /** Hands a fact to the machine; resolves with the entries that followed once they are appended, or durable when asked. */
  readonly report: (fact: Fact, durable?: boolean) => Promise<readonly Entry[]>;
}
