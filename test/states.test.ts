/** The state diagram is what the code would draw now. */
import { RUN_EDGES, TASK_EDGES } from "@crucible/executor/machine";
import { describe, expect, it } from "vitest";
import { statesDocument } from "../scripts/generate-states.js";
import { textOf } from "./tracked-files.js";

describe("docs/reference/states.md", () => {
  const written = textOf("docs/reference/states.md");

  it("CLI-028: is what the table of states gives; `npm run generate-states` writes it anew", () => {
    expect(written).toBe(statesDocument());
  });

  it("CLI-028: draws every move of a task and of a run, and no other", () => {
    const drawn = [...written.matchAll(/^ {4}(\w+) --> (\w+): /gm)].map(
      ([, from, to]) => `${from} > ${to}`,
    );
    const moves = [...TASK_EDGES, ...RUN_EDGES].map(({ from, to }) => `${from} > ${to}`);
    expect(drawn).toEqual(moves);
  });
});
