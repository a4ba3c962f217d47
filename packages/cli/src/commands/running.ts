/** The commands that run plans and look at runs, loaded as one. */
export { runPlan } from "./plan/run.js";
export { showGraph } from "./run/graph.js";
export { haltRun } from "./run/halt.js";
export { rerunRun } from "./run/rerun.js";
export { resumeRun } from "./run/resume.js";
export { showRun } from "./run/show.js";
export { stopRun } from "./run/stop.js";
export { listRuns } from "./runs.js";
