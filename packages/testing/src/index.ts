/** In-memory ports, a virtual clock, plans in a line and contract suites, for code that embeds Crucible. */
export { Chance, seedOf } from "./arbitraries/chance.js";
export { type AttemptOutcome, outcomeByChance, outcomes } from "./arbitraries/outcomes.js";
export { type PlanShape, planByChance, plans } from "./arbitraries/plans.js";
export { CHECKERS, checkHistory } from "./checkers/check-history.js";
export type { Checker, History } from "./checkers/history.js";
export { rest, VirtualClock, type VirtualClockOptions } from "./clock/virtual-clock.js";
export { type ClockUnderTest, clockContract } from "./contracts/clock-contract.js";
export { deciderContract } from "./contracts/decider-contract.js";
export { type DeskUnderTest, deskContract } from "./contracts/desk-contract.js";
export { harnessContract } from "./contracts/harness-contract.js";
export { type PublisherUnderTest, publisherContract } from "./contracts/publisher-contract.js";
export { type StoreUnderTest, storeContract } from "./contracts/store-contract.js";
export type { TestRunner } from "./contracts/test-runner.js";
export { type WorldUnderTest, worldContract } from "./contracts/world-contract.js";
export { COMMAND_PROGRAMS } from "./contracts/world-contract-commands.js";
export { type Decision, ScriptedDecider } from "./decider/scripted-decider.js";
export { MemoryDesk } from "./desk/memory-desk.js";
export { type Fault, Faults } from "./faults/faults.js";
export {
  type Agent,
  type AgentEnd,
  type AgentTurn,
  ScriptedHarness,
  type ScriptedHarnessOptions,
} from "./harness/scripted-harness.js";
export { MARKS, type Mark } from "./marks/mark-names.js";
export { marksOf } from "./marks/marks.js";
export { marksOfWalk } from "./marks/walk-marks.js";
export { Model } from "./model/model.js";
export type { ModelRow } from "./model/state.js";
export {
  agent,
  command,
  evaluate,
  memoryPack,
  type PlanFields,
  planOf,
  report,
  route,
  topK,
} from "./plans/plans.js";
export { MemoryPublisher } from "./publisher/memory-publisher.js";
export type { Disturbance } from "./simulator/disturbances.js";
export {
  appendsOf,
  isComparable,
  rowDifferences,
  simulateCalmly,
  simulateInterrupted,
} from "./simulator/interruptions.js";
export type { OpinionOf } from "./simulator/model-walk.js";
export { type Simulation, type SimulationOptions, simulate } from "./simulator/simulate.js";
export { SimulationFailed, verifySimulation, verifyWalk } from "./simulator/verify.js";
export { type WalkResult, walkWithModel } from "./simulator/walk.js";
export { MemoryDisk, type StoredExecution } from "./store/memory-disk.js";
export { MemoryStore, type MemoryStoreOptions } from "./store/memory-store.js";
export {
  type Finished,
  Testbed,
  type TestbedMachine,
  type TestbedOptions,
} from "./testbed/testbed.js";
export { MemoryRepository, type RecordedCommit } from "./world/memory-repository.js";
export { MemoryWorkspace, type WorldEvent } from "./world/memory-workspace.js";
export { MemoryWorld, type MemoryWorldOptions } from "./world/memory-world.js";
export {
  exiting,
  firstOf,
  type Program,
  type ProgramLookup,
  type ProgramRun,
  printing,
  shell,
} from "./world/program.js";
export { type Tree, type TreeChange, type TreeEntry, textFile, treeOf } from "./world/tree.js";
