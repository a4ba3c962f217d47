/** Harnesses: how an agent's turn is started and what its end means. */
export { type ClaudeHarnessOptions, claudeHarness } from "./claude/claude-harness.js";
export { type CodexHarnessOptions, codexHarness } from "./codex/codex-harness.js";
export { type CommandHarnessOptions, commandHarness } from "./command/command-harness.js";
export type { ModelPrice, PriceTable } from "./prices/price-table.js";
export { PRICES } from "./prices/prices.js";
export {
  type ScriptedHarnessOptions,
  type ScriptedTurn,
  scriptedHarness,
} from "./scripted/scripted-harness.js";
export type { TurnLimits } from "./turn/limits.js";
