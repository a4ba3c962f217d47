/** Reading what was written: plans, log lines and headers, from JSON that nobody vouches for. */
export { decodeHeader, type HeaderReading } from "./decode-header.js";
export { decodeLogLine, type LogLineReading } from "./decode-log-line.js";
export { decodePlan, type PlanReading } from "./decode-plan.js";
export type { Refused, WireProblem } from "./problems.js";
