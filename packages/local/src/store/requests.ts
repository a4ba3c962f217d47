/** Requests that other processes leave for a running engine: one file each, taken oldest first. */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { EngineRequest } from "@crucible/core";
import { createFolder, writeDurably } from "../files/durable.js";
import { errorCode } from "../files/error-code.js";
import { readRecord } from "../files/read-record.js";
import { removeTree } from "../files/remove-tree.js";
import { isTemporary } from "../files/temporary.js";

const REQUEST_BYTES_MAX = 65_536;

let posted = 0;

export async function postRequest(folder: string, request: EngineRequest): Promise<void> {
  posted += 1;
  // By time, then by the order in this process; the end keeps processes apart.
  const order = [Date.now(), posted].map((part) => String(part).padStart(15, "0")).join("-");
  await createFolder(folder);
  const name = `${order}-${randomBytes(6).toString("hex")}.json`;
  await writeDurably(join(folder, name), `${JSON.stringify(request)}\n`);
}

export async function takeRequests(folder: string): Promise<readonly EngineRequest[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  });
  const requests: EngineRequest[] = [];
  for (const name of names.filter((one) => !isTemporary(one)).sort()) {
    const path = join(folder, name);
    // A task may put anything here, and neither stops the engine nor keeps it waiting.
    const request = parse(await readRecord(path, REQUEST_BYTES_MAX).catch(() => ""));
    if (request !== undefined) requests.push(request);
    await removeTree(path);
  }
  return requests;
}

/** What is no request was not written by a Crucible; it is dropped. */
function parse(text: string): EngineRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  if (value.kind === "halt") return { kind: "halt" };
  if (value.kind !== "stop") return undefined;
  const reason = "reason" in value && typeof value.reason === "string" ? value.reason : "";
  return { kind: "stop", reason };
}
