/** The longer texts of help: examples that can be copied, and what is not seen from the options alone. */

export const EXAMPLES = `
Examples:
  crucible check                                      is the pack in this folder sound?
  crucible plan show --max-cost 2 --max-time 20m      what would happen, under which bounds?
  crucible plan run --max-cost 2 --max-time 20m       run it
  crucible plan run --param repo=acme/site --max-cost 2 --max-time 20m
  crucible runs                                       what ran here, and what came of it?

Exit codes: 0 valid, 1 could not run, 2 wrong command line, 3 ran without a valid verdict,
130 interrupted.`;

export const SHOW_EXAMPLES = `
Examples:
  crucible plan show                          the plan of ./crucible.toml
  crucible plan show --file workflow.star     the plan of one source, without a manifest
  crucible plan show --mermaid > plan.mmd     the same as a flowchart
  crucible plan show --render plan.svg        the same as a picture
  crucible plan show --cap gpu                on a machine that has a GPU`;

export const PLAN_FILE =
  "a workflow source (.star), a plan file or compiled tables (.toml, .json) in place of the manifest's own";

export const COMPILE_EXAMPLES = `
Examples:
  crucible plan compile-workflow > tables.toml            of the workflow in ./crucible.toml
  crucible plan compile-workflow --file workflow.star --format json
  crucible plan show --file tables.toml                   the same plan, by the same digest

The tables can stand in a manifest in place of [workflow] file. Parameters are bound: what was given
or stood as a default is written down, and a run of the tables takes none.`;

export const RUN_EXAMPLES = `
Examples:
  crucible plan run --max-cost 2.50 --max-time 20m
  crucible plan run --manifest packs/triage/crucible.toml --max-cost 1 --max-time 5m
  crucible plan run --file plan.toml --agent-cmd ./role.sh
  crucible plan run --param limit=5 --param triage.model=small --max-cost 1 --max-time 5m

A playbook needs both ceilings and ends when either is reached. Ctrl+C halts the run and keeps its
log; a second Ctrl+C within two seconds ends everything at once. With --resume, whatever else is
given is compared with the run's own; only ceilings may differ, upward.`;

export const ONE_RUN = `
A run is named in full (run-20260131-120000-k3v9ta) or by a part that is only its own (k3v9ta).
Runs are looked for in ./state, or where --state-dir or --manifest says.`;

export const RESUME_EXAMPLES = `
Examples:
  crucible run resume                         go on with the newest run
  crucible run resume k3v9ta --max-cost 5     with a higher ceiling; a resume may not lower one

A halted or interrupted run goes on in place and does nothing twice. A failed run is tried again in
a new execution that runs what did not pass. Either way the plan, the parameters and the pack are
those of the launch, whatever the folder holds now.`;

export const RERUN_EXAMPLES = `
Examples:
  crucible run rerun k3v9ta --from summary    run summary again, and what depends on it
  crucible run rerun k3v9ta --from a --from b --max-cost 1

The plan is the pack's as it is now, with the parent's parameters unless others are given. A task
that is not run again must be as it was.`;
