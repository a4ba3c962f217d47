/** Harnesses: how an agent's turn is started and what its end means. */
export { type CommandHarnessOptions, commandHarness } from "./command/command-harness.js";
export {
  type ScriptedHarnessOptions,
  type ScriptedTurn,
  scriptedHarness,
} from "./scripted/scripted-harness.js";
