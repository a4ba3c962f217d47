/** The launcher's options as the engine takes them. */
import { usdFromNano } from "@crucible/core";
import type { LaunchRequest } from "@crucible/executor";
import type { LaunchOptions } from "../options/options.js";

export function launchRequest(options: LaunchOptions): LaunchRequest {
  const { cap = [], maxCost, maxTime, maxConcurrency, maxCaptured, turnPrice } = options;
  return {
    capabilities: cap,
    ...(maxCost === undefined ? {} : { maxCostUsd: usdFromNano(maxCost) }),
    ...(maxTime === undefined ? {} : { maxTimeMs: maxTime }),
    ...(maxConcurrency === undefined ? {} : { width: maxConcurrency }),
    ...(maxCaptured === undefined ? {} : { captureBytesMax: maxCaptured }),
    ...(turnPrice === undefined ? {} : { turnPriceUsd: usdFromNano(turnPrice) }),
  };
}
