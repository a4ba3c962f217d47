/**
 * `crucible plan run --resume`: goes on with a run after everything else that the command line says was compared with
 * what the run was launched with. A difference is an error that names it; only the ceilings may differ, and only upward.
 */
import { relative, resolve } from "node:path";
import {
  canonicalJson,
  canonicalProblem,
  didYouMean,
  type JsonValue,
  type Launch,
  type Plan,
  usdFromNano,
} from "@crucible/core";
import { Refusal, UsageError } from "../../failure/failure.js";
import type { RunOptions } from "../../options/options.js";
import { type Launched, recordedLaunch } from "../../records/launched.js";
import { openRun } from "../../records/open-run.js";
import { recordedPlan } from "../../records/recorded-plan.js";
import { sizeOption } from "../../show/amounts.js";
import { readParams, type Supplied } from "../../source/read-params.js";
import { quoted } from "../../terminal/quoted.js";
import type { Terminal } from "../../terminal/terminal.js";
import { resumeOpened } from "../run/resume.js";

export async function resumePlan(options: RunOptions, terminal: Terminal): Promise<number> {
  const { resume, file, manifest = file } = options;
  const name = resume === true ? undefined : resume;
  const place = manifest === undefined ? options : { ...options, manifest };
  const opened = await openRun(name, place, terminal);
  const { run } = opened;
  const { header, launched, packFolder } = recordedLaunch(run, opened.stateFolder);
  const differences = [
    ...launchDifferences(options, launched),
    ...fileDifferences(options, launched, packFolder, terminal),
    ...limitDifferences(options, header.launch),
    ...valueDifferences(await readParams(options, terminal), recordedPlan(header)),
  ];
  if (differences.length > 0) {
    throw new Refusal(...differences.map((text) => `${run.run} ${text}`));
  }
  const own =
    options.manifest === undefined
      ? undefined
      : relative(packFolder, resolve(terminal.cwd, options.manifest));
  return await resumeOpened(opened, options, terminal, own);
}

function launchDifferences(options: RunOptions, launched: Launched): readonly string[] {
  return [
    ...difference("--agent-cmd", options.agentCmd, launched.agentCmd),
    ...difference("--harness", options.harness?.toLowerCase(), launched.harness),
    ...difference("--model", options.model, launched.model),
  ];
}

function fileDifferences(
  { file }: RunOptions,
  launched: Launched,
  packFolder: string,
  terminal: Terminal,
): readonly string[] {
  if (file === undefined) return [];
  const given = relative(packFolder, resolve(terminal.cwd, file));
  return difference("--file", given, launched.file);
}

function limitDifferences(
  { cap = [], maxConcurrency, maxCaptured, turnPrice }: RunOptions,
  launch: Launch,
): readonly string[] {
  const missing = cap.filter((name) => !launch.capabilities.includes(name));
  return [
    ...missing.map((name) => `was launched without --cap ${quoted(name)}`),
    ...difference("--max-concurrency", maxConcurrency?.toString(), launch.width.toString()),
    ...difference("--max-captured", sizeText(maxCaptured), sizeText(launch.captureBytesMax)),
    ...difference("--turn-price", usdText(turnPrice), usdText(launch.turnPriceNano)),
  ];
}

function usdText(nano: number | undefined): string | undefined {
  return nano === undefined ? undefined : String(usdFromNano(nano));
}

function sizeText(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : sizeOption(bytes);
}

/** At most one; what is not given differs from nothing. */
function difference(
  flag: string,
  given: string | undefined,
  recorded: string | undefined,
): readonly string[] {
  if (given === undefined || given === recorded) return [];
  const was = recorded === undefined ? `without ${flag}` : `with ${flag} ${quoted(recorded)}`;
  return [`was launched ${was}, not with ${flag} ${quoted(given)}`];
}

/** Parameters and settings that are given must be the recorded ones. Values are not repeated: they come from outside. */
function valueDifferences(given: Supplied, plan: Plan): readonly string[] {
  const recorded = new Map<string, JsonValue>([
    ...plan.params.map(({ name, value }) => [name, value] as const),
    ...plan.settings.map(({ address, value }) => [address, value] as const),
  ]);
  return Object.entries(given).flatMap(([name, value]) => {
    const own = recorded.get(name);
    if (own === undefined) {
      throw new UsageError(
        `the run has no parameter or launch setting ${JSON.stringify(name)}${didYouMean(name, recorded.keys())}`,
      );
    }
    return isSame(value, own) ? [] : [`was launched with another value of ${name}`];
  });
}

/** Text from the command line against a typed value, or JSON against JSON. */
function isSame(given: JsonValue, own: JsonValue): boolean {
  if (isEqual(given, own)) return true;
  if (typeof given !== "string") return false;
  if (typeof own === "number") return given.trim() !== "" && Number(given) === own;
  if (typeof own === "boolean") return given.toLowerCase() === String(own);
  return Array.isArray(own) && isSameList(given, own);
}

/** A list is written as a JSON array, or as texts between commas. */
function isSameList(given: string, own: readonly JsonValue[]): boolean {
  const commas = given.trim() === "" ? [] : given.split(",").map((part) => part.trim());
  const json = jsonOf(given);
  return (json !== undefined && isEqual(json, own)) || isEqual(commas, own);
}

/** What no plan can hold, such as 1e999, equals nothing. */
function isEqual(given: JsonValue, own: JsonValue): boolean {
  return canonicalProblem(given) === undefined && canonicalJson(given) === canonicalJson(own);
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
