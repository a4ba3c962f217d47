/** The longer texts of help: examples that can be copied, and what is not seen from the options alone. */

export const EXAMPLES = `
Examples:
  crucible check                                      is the pack in this folder sound?
  crucible plan show --max-cost 2 --max-time 20m      what would happen, under which bounds?
  crucible plan run --max-cost 2 --max-time 20m       run it
  crucible plan run --param repo=acme/site --max-cost 2 --max-time 20m

Exit codes: 0 valid, 1 could not run, 2 wrong command line, 3 ran without a valid verdict,
130 interrupted.`;

export const SHOW_EXAMPLES = `
Examples:
  crucible plan show                          the plan of ./crucible.toml
  crucible plan show --file workflow.star     the plan of one source, without a manifest
  crucible plan show --mermaid > plan.mmd     the same as a flowchart
  crucible plan show --cap gpu                on a machine that has a GPU`;

export const PLAN_FILE =
  "a workflow source (.star) or a plan file (.toml, .json) in place of the manifest's own";

export const RUN_EXAMPLES = `
Examples:
  crucible plan run --max-cost 2.50 --max-time 20m
  crucible plan run --manifest packs/triage/crucible.toml --max-cost 1 --max-time 5m
  crucible plan run --file plan.toml --agent-cmd ./role.sh
  crucible plan run --param limit=5 --param triage.model=small --max-cost 1 --max-time 5m

Both ceilings are needed: a run ends when either is reached. Ctrl+C halts the run and keeps its
log; a second Ctrl+C within two seconds ends everything at once.`;
