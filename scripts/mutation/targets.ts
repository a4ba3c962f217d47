/**
 * What can be mutated: folders of sources, the tests that judge them, and the tests among those that take too long to be
 * run for thousands of mutants. Paths are relative to the repository.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const root: string = resolve(import.meta.dirname, "../..");

export interface Target {
  readonly name: string;
  /** Files of mutants are named relative to it. */
  readonly base: string;
  /** Below the base; the base itself when there is none. */
  readonly folders: readonly string[];
  /** Folders of tests, or single files. */
  readonly judges: readonly string[];
  /** Parts of the names of test files that are left out. */
  readonly leftOut: readonly string[];
  /** Tests of random plans, for what the judges leave alive. */
  readonly random: readonly string[];
  /** The document that names every survivor with its reason. */
  readonly survivors?: string;
}

const MACHINE: Target = {
  name: "machine",
  base: "packages/executor/src/machine",
  folders: [],
  judges: ["packages/executor/test/machine"],
  // These are slow, or read files beside them.
  leftOut: ["properties", "scale", "histor"],
  random: ["scripts/mutation/random-plans.ts", "packages/executor/test/machine/properties.test.ts"],
  survivors: "scripts/mutation/survivors.md",
};

/** What ends processes is none of them: a mutant that took every process for one of its run's would end all of the machine. */
export const TARGETS: readonly Target[] = [
  MACHINE,
  {
    name: "driver",
    base: "packages/executor/src",
    folders: ["driver", "engine"],
    judges: ["packages/executor/test/driver", "packages/executor/test/engine"],
    leftOut: [],
    random: [],
  },
  {
    name: "store",
    base: "packages/local/src",
    folders: ["store"],
    judges: [
      "packages/local/test/store",
      "packages/local/test/files",
      "packages/local/test/contracts.test.ts",
    ],
    leftOut: [],
    random: [],
  },
  {
    name: "compiler",
    base: "packages/compiler/src",
    folders: [],
    judges: ["packages/compiler/test"],
    // Random packs, whole processes, and a network that must not be called.
    leftOut: ["mutations", "places.test", "hostile-schemas", "laundering", "any-plan"],
    random: [],
  },
  {
    name: "core",
    base: "packages/core/src",
    folders: ["wire", "plan", "log", "money"],
    judges: [
      "packages/core/test",
      "packages/compiler/test/compile/golden.test.ts",
      "packages/compiler/test/planfile/round-trip.test.ts",
      "packages/compiler/test/planfile/read-plan-file.test.ts",
      "packages/executor/test/engine/resume.test.ts",
      "packages/executor/test/engine/rerun.test.ts",
    ],
    leftOut: [],
    random: [],
  },
];

/** Throws an error that lists the targets when none has the name. */
export function targetOf(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (found) return found;
  throw new Error(`no target "${name}"; there are ${TARGETS.map((one) => one.name).join(", ")}`);
}

/** Absolute paths of the target's sources, in order. */
export function sourcesOf(target: Target): readonly string[] {
  const folders = target.folders.length === 0 ? [""] : target.folders;
  return folders.flatMap((folder) => typeScriptIn(join(root, target.base, folder)));
}

/** Absolute paths of the test files that judge the target, in order. */
export function judgesOf(target: Target): readonly string[] {
  const files = target.judges.flatMap((judge) =>
    judge.endsWith(".ts") ? [join(root, judge)] : typeScriptIn(join(root, judge)),
  );
  const tests = files.filter((file) => file.endsWith(".test.ts"));
  return tests.filter((file) => !target.leftOut.some((part) => file.includes(part)));
}

function typeScriptIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => name.endsWith(".ts")).sort();
  return sources.map((name) => join(folder, name));
}
