/** `crucible plan dsl-reference`: what the workflow language has, as this version declares it. */
import { EXIT } from "../../failure/failure.js";
import { dslReference } from "../../reference/dsl-reference.js";
import type { Terminal } from "../../terminal/terminal.js";

export function printDslReference(terminal: Terminal): number {
  terminal.print(dslReference().trimEnd());
  return EXIT.valid;
}
