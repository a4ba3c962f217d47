/** What a launcher asks for, and the launch that is recorded. */
import {
  CAPTURE_BYTES_DEFAULT,
  type Ceilings,
  type Diagnostic,
  type Launch,
  nanoFromUsd,
  type Plan,
  USD_MAX,
  WIDTH_DEFAULT,
} from "@crucible/core";
import { problem } from "./refusals.js";

export interface LaunchRequest {
  /** Ceiling on the cost of the run, in dollars. A plan file's own budget stands in for it. */
  readonly maxCostUsd?: number;
  /** Ceiling on the run's elapsed time, in milliseconds. */
  readonly maxTimeMs?: number;
  /** How many attempts run at once at the most; 8 unless given. */
  readonly width?: number;
  /** Capabilities that the operator vouches for. */
  readonly capabilities?: readonly string[];
  /** Bound on live captured files, in bytes; 256 MiB unless given. */
  readonly captureBytesMax?: number;
  /** Price of a turn, in dollars, for harnesses and decision models that cannot report cost. */
  readonly turnPriceUsd?: number;
}

/** A plan file alone may run without a wall-clock ceiling: this many milliseconds never pass. */
export const NO_CEILING_MS: number = Number.MAX_SAFE_INTEGER;

export interface ResolvedLaunch {
  /** `undefined` when a problem leaves it open. */
  readonly launch: Launch | undefined;
  readonly problems: readonly Diagnostic[];
}

/** The launch of a plan with the capabilities that the place provides (CEIL-001 to CEIL-003). */
export function resolveLaunch(
  plan: Plan,
  request: LaunchRequest,
  provided: readonly string[],
): ResolvedLaunch {
  const problems: Diagnostic[] = [];
  const costUsd = request.maxCostUsd ?? (plan.lane === "plan_file" ? plan.budgetUsd : undefined);
  const wallMs = request.maxTimeMs ?? (plan.lane === "plan_file" ? NO_CEILING_MS : undefined);
  if (costUsd === undefined) {
    problems.push(
      problem("no-cost-ceiling", "a playbook runs under a cost ceiling; pass --max-cost"),
    );
  } else {
    problems.push(...ceilingProblems({ costUsd }));
  }
  if (wallMs === undefined) {
    problems.push(
      problem("no-time-ceiling", "a playbook runs under a wall-clock ceiling; pass --max-time"),
    );
  } else {
    problems.push(...ceilingProblems({ wallMs }));
  }
  problems.push(...rangeProblems(request));
  if (problems.length > 0 || costUsd === undefined || wallMs === undefined) {
    return { launch: undefined, problems };
  }
  const ceilings: Ceilings = { costNano: nanoFromUsd(costUsd), wallMs };
  return { launch: launchOf(request, ceilings, provided), problems };
}

/** What is wrong with ceilings as somebody stated them, at a launch or when a resume raises them. */
export function ceilingProblems({
  costUsd,
  wallMs,
}: {
  readonly costUsd?: number | undefined;
  readonly wallMs?: number | undefined;
}): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (costUsd !== undefined && !(costUsd > 0 && costUsd <= USD_MAX)) {
    const message = `the cost ceiling must be above $0 and at most $${USD_MAX}, got ${costUsd}`;
    problems.push(problem("cost-ceiling", message));
  }
  if (wallMs !== undefined && !(Number.isSafeInteger(wallMs) && wallMs > 0)) {
    const message = `the wall-clock ceiling must be whole milliseconds above 0, got ${wallMs}`;
    problems.push(problem("time-ceiling", message));
  }
  return problems;
}

function launchOf(request: LaunchRequest, ceilings: Ceilings, provided: readonly string[]): Launch {
  const capabilities = [...new Set([...provided, ...(request.capabilities ?? [])])].sort();
  const launch: Launch = {
    ceilings,
    width: request.width ?? WIDTH_DEFAULT,
    capabilities,
    captureBytesMax: request.captureBytesMax ?? CAPTURE_BYTES_DEFAULT,
  };
  if (request.turnPriceUsd === undefined) return launch;
  return { ...launch, turnPriceNano: nanoFromUsd(request.turnPriceUsd) };
}

function rangeProblems(request: LaunchRequest): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const { width, captureBytesMax, turnPriceUsd } = request;
  if (width !== undefined && !(Number.isSafeInteger(width) && width >= 1)) {
    problems.push(problem("width", `the width must be a whole number of at least 1, got ${width}`));
  }
  if (
    captureBytesMax !== undefined &&
    !(Number.isSafeInteger(captureBytesMax) && captureBytesMax >= 0)
  ) {
    problems.push(
      problem(
        "capture-bytes",
        `the bound on captured files must be whole bytes, got ${captureBytesMax}`,
      ),
    );
  }
  if (turnPriceUsd !== undefined && !(turnPriceUsd > 0 && turnPriceUsd <= USD_MAX)) {
    problems.push(
      problem("turn-price", `the price of a turn must be above $0, got ${turnPriceUsd}`),
    );
  }
  return problems;
}
