/** What an embedder gives an engine, and its normal form: options are read once, here. */
import type { Clock, Decider, Desk, Harness, Publisher, Store, World } from "@crucible/core";
import { type Bounds, boundsWith } from "../driver/execution/bounds.js";
import type { TurnEvent } from "../driver/execution/context.js";
import { createSchemaValidator } from "../driver/schema/in-place-validator.js";
import { steadyValidator } from "../driver/schema/steady-validator.js";
import type { SchemaValidator } from "../driver/schema/validator.js";
import { clockIds, type Ids } from "./ids.js";

export interface EngineSetup {
  readonly store: Store;
  readonly world: World;
  readonly clock: Clock;
  /** By the name that tasks use. */
  readonly harnesses?: Readonly<Record<string, Harness>>;
  /** The decision model behind routes. */
  readonly decider?: Decider;
  /** Where people answer routes. */
  readonly desk?: Desk;
  /** Where reports will go: no report is delivered yet, and a report task fails and says so. */
  readonly publisher?: Publisher;
  /** Checks values from agents; works in place unless given. */
  readonly validator?: SchemaValidator;
  /** Makes identifiers; from wall time and a count unless given, which two engines over one store may share (see {@link Ids}). */
  readonly ids?: Ids;
  /** The host's environment variables; tasks are given only what the rules allow. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Bounds other than the defaults. */
  readonly bounds?: Partial<Bounds>;
  /** Told what agents say while they work; what it throws is dropped. */
  readonly observe?: (event: TurnEvent) => void;
}

export interface EngineParts {
  readonly store: Store;
  readonly world: World;
  readonly clock: Clock;
  readonly harnesses: ReadonlyMap<string, Harness>;
  readonly decider: Decider | undefined;
  readonly desk: Desk | undefined;
  readonly validator: SchemaValidator;
  readonly ids: Ids;
  readonly environment: ReadonlyMap<string, string>;
  readonly bounds: Bounds;
  readonly observe: (event: TurnEvent) => void;
}

export function normalised(setup: EngineSetup): EngineParts {
  return {
    store: setup.store,
    world: setup.world,
    clock: setup.clock,
    harnesses: new Map(Object.entries(setup.harnesses ?? {})),
    decider: setup.decider,
    desk: setup.desk,
    validator: setup.validator ? steadyValidator(setup.validator) : createSchemaValidator(),
    ids: setup.ids ?? clockIds(setup.clock),
    environment: new Map(definedEntries(setup.environment ?? {})),
    bounds: boundsWith(setup.bounds ?? {}),
    observe: harmless(setup.observe ?? (() => undefined)),
  };
}

/** Watching an agent must not change how its turn ends. */
function harmless(observe: (event: TurnEvent) => void): (event: TurnEvent) => void {
  return (event) => {
    try {
      observe(event);
    } catch {
      // The host's own affair: it was told, and what it makes of it concerns no run.
    }
  };
}

function definedEntries(
  record: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}
