/** The commands that compile and run nothing, loaded as one: files that are found and read one by one cost more. */
export { check } from "./check.js";
export { compileWorkflow } from "./plan/compile-workflow.js";
export { printParams } from "./plan/params.js";
export { showPlan } from "./plan/show.js";
