/**
 * Runs every program of both suites and compares what came of it with what is expected, line by line.
 *
 * Nothing is passed over in silence: a program that cannot be run as it stands is changed by a waiver, a difference is
 * covered by a waiver or counts, and a waiver that covers nothing counts too.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Module, Value } from "@crucible/starlark";
import { goAssertions, OFFICIAL_ASSERTIONS } from "./assertions.js";
import { type Chunk, goChunks, officialChunks } from "./chunks.js";
import { MODULES } from "./modules.js";
import { staticErrors } from "./resolve-chunk.js";
import { type Failure, runChunk } from "./run-chunk.js";
import { GO_PREDECLARED } from "./values.js";
import type { Waivers } from "./waivers.js";

export interface Outcome {
  readonly chunks: number;
  readonly failedChunks: number;
  readonly waivedChunks: number;
  readonly assertions: number;
  readonly differences: readonly string[];
}

/** What is compared in one file, and how. */
interface Part {
  readonly file: string;
  readonly chunks: readonly Chunk[];
  readonly run: (chunk: Chunk) => ChunkResult;
}

interface ChunkResult {
  readonly differences: readonly Failure[];
  readonly assertions: number;
}

/** The suite of the language's own repository: `folder` holds `go`, `java` and `rust`. */
export function runOfficial(folder: string, waivers: Waivers): Outcome {
  const parts = ["go", "java", "rust"].flatMap((origin) =>
    starFiles(join(folder, origin)).map((name): Part => {
      const text = readFileSync(join(folder, origin, name), "utf8");
      return { file: `${origin}/${name}`, chunks: officialChunks(text), run: runOfficialChunk };
    }),
  );
  return total(parts, waivers);
}

/** The test data of starlark-go: `folder` is its repository. */
export function runStarlarkGo(folder: string, waivers: Waivers): Outcome {
  const data = "starlark/testdata";
  const left = new Set(["benchmark.star", "function_param.star", "paths.star"]);
  const outside = new Set(["proto.star", "time.star"]);
  const evaluated = starFiles(join(folder, data)).filter(
    (name) => !left.has(name) && !outside.has(name),
  );
  const parts = [
    ...evaluated.map((name) => goPart(folder, `${data}/${name}`, waivers, runGoChunk)),
    goPart(folder, "resolve/testdata/resolve.star", waivers, (chunk) => runStatic(chunk, true)),
    goPart(folder, "syntax/testdata/errors.star", waivers, (chunk) => runStatic(chunk, false)),
    goPart(folder, "syntax/testdata/scan.star", waivers, (chunk) => runStatic(chunk, false)),
  ];
  return total(parts, waivers);
}

function starFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".star"))
    .sort();
}

/** The name `assert` is reserved by the language's definition, so the programs get `checks` in its place. */
const RESERVED_NAME = /\bassert\b(?!\.star)/g;

function goPart(
  folder: string,
  file: string,
  waivers: Waivers,
  run: (chunk: Chunk) => ChunkResult,
): Part {
  const text = readFileSync(join(folder, file), "utf8").replace(RESERVED_NAME, "checks");
  return { file, chunks: goChunks(waivers.withoutRemoved(file, text)), run };
}

function total(parts: readonly Part[], waivers: Waivers): Outcome {
  let [chunks, failedChunks, waivedChunks, assertions] = [0, 0, 0, 0];
  const differences: string[] = [];
  for (const { file, chunks: own, run } of parts) {
    for (const chunk of own) {
      const result = run(chunk);
      const counted = result.differences.filter(({ line }) => !waivers.covers(file, line));
      const removed = waivers.removedIn(file, chunk.line, lastLine(chunk));
      chunks++;
      assertions += result.assertions;
      if (counted.length > 0) failedChunks++;
      else if (removed || result.differences.length > 0) waivedChunks++;
      differences.push(...counted.map(({ line, message }) => `${file}:${line}: ${message}`));
    }
  }
  differences.push(...waivers.unused());
  return { chunks, failedChunks, waivedChunks, assertions, differences };
}

function lastLine(chunk: Chunk): number {
  return chunk.source.split("\n").length;
}

/** The expectation belongs to the whole program: its one error must hold the words, or match the pattern. */
function runOfficialChunk(chunk: Chunk): ChunkResult {
  const { errors, printed } = runChunk(chunk.source, {
    file: "chunk.star",
    predeclared: OFFICIAL_ASSERTIONS,
  });
  const [expected] = chunk.expectations;
  const message = errors.map((error) => error.message).join("\n");
  const said = message === "" ? "no error" : message;
  const alike =
    expected === undefined
      ? errors.length === 0 && printed.length === 0
      : errors.length === 1 && holds(message, expected.pattern);
  const wanted = expected === undefined ? "no error and no output" : expected.pattern;
  const difference = { line: chunk.line, message: `${said}; wanted ${wanted}` };
  return { differences: alike ? [] : [difference], assertions: 0 };
}

function holds(message: string, pattern: string): boolean {
  const [text, wanted] = [message.toLowerCase(), pattern.toLowerCase()];
  return text.includes(wanted) || new RegExp(wanted).test(text);
}

function runGoChunk(chunk: Chunk): ChunkResult {
  const record = { assertions: 0, failures: [] as Failure[] };
  const assertions = moduleOf("assert.star", goAssertions(record));
  const { errors } = runChunk(chunk.source, {
    file: "chunk.star",
    predeclared: GO_PREDECLARED,
    modules: (path) => (path === "assert.star" ? assertions : MODULES.get(path)),
  });
  const differences = [...record.failures, ...unlike(errors, chunk)];
  return { differences, assertions: record.assertions };
}

function moduleOf(file: string, globals: ReadonlyMap<string, Value>): Module {
  return { file, globals, lastValue: undefined, lastRange: undefined };
}

function runStatic(chunk: Chunk, resolve: boolean): ChunkResult {
  return { differences: unlike(staticErrors(chunk.source, resolve), chunk), assertions: 0 };
}

/** Errors that were not expected on their line, and expected ones that did not come. */
function unlike(errors: readonly Failure[], chunk: Chunk): Failure[] {
  const waiting = [...chunk.expectations];
  const differences: Failure[] = [];
  for (const error of errors) {
    const index = waiting.findIndex(({ line }) => line === error.line);
    const [expected] = index < 0 ? [] : waiting.splice(index, 1);
    if (expected !== undefined && new RegExp(expected.pattern).test(error.message)) continue;
    const wanted = expected === undefined ? "no error here" : expected.pattern;
    differences.push({ line: error.line, message: `${error.message}; wanted ${wanted}` });
  }
  for (const { line, pattern } of waiting) {
    differences.push({ line, message: `no error; wanted ${pattern}` });
  }
  return differences;
}
