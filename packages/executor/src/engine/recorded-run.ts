/** What a run's header and private ledger give back to a later engine: the plan, the pack and the settings. */
import {
  type Blobs,
  type Claim,
  digestOfBytes,
  type ExecutionHeader,
  type ExecutionId,
  type Pack,
  type PackFile,
  type Plan,
  packOf,
  type Store,
} from "@crucible/core";
import { bytesOf } from "../driver/ports/bytes.js";
import { ResumeRefused } from "./refusals.js";

/** Private ledger key of the agent's variables. */
const AGENT_VARIABLES = "agent-variables";

/** Executions of a run, oldest first. Rejects with {@link ResumeRefused} when there is none. */
export async function executionsOf(store: Store, run: string): Promise<readonly ExecutionId[]> {
  const all = await store.list();
  const found = all.filter((summary) => summary.run === run);
  if (found.length === 0) throw new ResumeRefused(`there is no run ${run}`);
  return found.map(({ run: name, execution }) => ({ run: name, execution }));
}

/** The plan as it was frozen; its digest must be the recorded one. */
export async function recordedPlan(header: ExecutionHeader): Promise<Plan> {
  const { decodePlan } = await import("@crucible/core/wire");
  const reading = decodePlan(header.plan);
  if (!reading.ok) {
    const why = reading.problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
    throw new ResumeRefused(`the plan of run ${header.run} cannot be read: ${why}`);
  }
  if (reading.plan.digest !== header.plan_digest) {
    throw new ResumeRefused(`the plan of run ${header.run} is not the one that was launched`);
  }
  return reading.plan;
}

/** The pack as it was launched, whatever its folder holds now. */
export async function recordedPack(header: ExecutionHeader, blobs: Blobs): Promise<Pack> {
  const files: PackFile[] = [];
  for (const { path, digest, executable } of header.pack) {
    const content = await blobs.get(digest);
    const bytes = content && (await bytesOf(content));
    if (bytes === undefined || digestOfBytes(bytes) !== digest) {
      throw new ResumeRefused(`${path} of the pack of run ${header.run} is not in the store`);
    }
    files.push({ path, bytes, executable, digest });
  }
  return packOf(files);
}

export async function keepAgentVariables(
  claim: Claim,
  variables: ReadonlyMap<string, string>,
): Promise<void> {
  if (variables.size > 0) {
    await claim.putPrivate(AGENT_VARIABLES, JSON.stringify([...variables]));
  }
}

export async function keptAgentVariables(claim: Claim): Promise<ReadonlyMap<string, string>> {
  const text = await claim.getPrivate(AGENT_VARIABLES);
  if (text === undefined) return new Map();
  const pairs = pairsIn(text);
  if (pairs === undefined) {
    throw new ResumeRefused(`the private record of run ${claim.id.run}'s variables cannot be read`);
  }
  return new Map(pairs);
}

function pairsIn(text: string): readonly (readonly [string, string])[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isPair) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
  );
}
