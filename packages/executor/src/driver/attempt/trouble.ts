/** Trouble with a workspace that is nobody's fault: the attempt ends as a transport failure and may be tried again. */
import { Fenced, InternalError, StoreLost } from "@crucible/core";
import { thrownText } from "../ports/said.js";

export class WorkspaceTrouble extends Error {
  override readonly name = "WorkspaceTrouble";
}

/** Whether an error ends the engine's work on the run rather than one attempt. */
export function isEngineFault(error: unknown): boolean {
  return error instanceof Fenced || error instanceof StoreLost || error instanceof InternalError;
}

/** Runs an operation of a workspace; what it rejects with becomes {@link WorkspaceTrouble}, engine faults excepted. */
export function inWorkspace<T>(operation: Promise<T>): Promise<T> {
  return operation.then(undefined, (error: unknown) => {
    throw troubleFrom(error);
  });
}

/** What an operation of a workspace rejected with, as {@link WorkspaceTrouble}; throws engine faults. */
export function troubleFrom(error: unknown): WorkspaceTrouble {
  if (isEngineFault(error)) throw error;
  return new WorkspaceTrouble(thrownText(error));
}
