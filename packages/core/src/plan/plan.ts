/**
 * A frozen plan: everything that will happen, known before a cent is spent.
 *
 * The digest covers tasks, bound parameters and launch settings. Ceilings, width, capabilities and the budget of a plan
 * file are launch values: they are recorded with a run and never change a plan's identity (PLAN-066, rulings).
 */
import type { JsonValue } from "../json/json.js";
import type { Task } from "./task.js";

/** Which rules of budget and completion govern the plan; `plan_file` is a plan run by itself, without a manifest. */
export type Lane = "playbook" | "autoresearch" | "custom" | "plan_file";

/** A bound parameter: text, number, truth value, list of texts, or null when neither supplied nor defaulted. */
export type ParamValue = string | number | boolean | readonly string[] | null;

/** One launch setting, such as `draft.model`, that the launcher chose. */
export interface LaunchSetting {
  readonly address: string;
  readonly value: string;
}

export interface Plan {
  readonly version: 1;
  readonly lane: Lane;
  readonly reason: string;
  /** In declaration order, the order in which ready tasks are dispatched. */
  readonly tasks: readonly Task[];
  /** In declaration order. */
  readonly params: readonly BoundParam[];
  readonly settings: readonly LaunchSetting[];
  readonly result?: string;
  readonly historyRecord?: string;
  /** The budget a plan file carries, in dollars; a launch's own ceiling replaces it. Outside the digest. */
  readonly budgetUsd?: number;
  /** `sha256:…` over the wire form. */
  readonly digest: string;
  /** `sha256:…` a task name, over the task and its dependencies' definition digests (RERUN-013). */
  readonly definitionDigests: ReadonlyMap<string, string>;
}

export interface BoundParam {
  readonly name: string;
  readonly value: ParamValue;
  /** Whether the launcher supplied it: a supplied value is external, whatever its type. */
  readonly supplied: boolean;
}

/** A parameter's value as JSON; -0 becomes the 0 that it equals. */
export function encodeParam(value: ParamValue): JsonValue {
  return typeof value === "number" ? value + 0 : value;
}

/** The `params` object that commands read; `{}` when the plan declares none. */
export function paramsObject(plan: Plan): { readonly [key: string]: JsonValue } {
  const object: { [key: string]: JsonValue } = Object.create(null) as { [key: string]: JsonValue };
  for (const param of plan.params) object[param.name] = encodeParam(param.value);
  return object;
}
