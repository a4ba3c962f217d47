/**
 * Where a file store keeps things:
 *
 *     runs/<run>/<execution>/header.json      written once, durable before anything else
 *                            session.jsonl    the log
 *                            owner/           one numbered file an owner
 *                            private/         small secrets of the execution, for its owner's eyes
 *                            requests/        what other processes ask of the engine
 *                            attempts/        transcripts of agents, and standard output of the attempts (the world's)
 *                            files/           captured sets by row, for people: links to blobs
 *                .homes/                      private folders of conversations (the world's)
 *     blobs/                                  contents by digest
 *     workspaces/<digest>/                    who holds a workspace
 *     session.jsonl                           a link to the newest log
 */
import { join } from "node:path";
import { canonicalJson, digestOfText, type ExecutionId, type JsonObject } from "@crucible/core";

/** Names that are folders: no separator, no dot in front, of bounded length. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Whether an identity can be one of a file store's. */
export function isStorable(id: ExecutionId): boolean {
  return NAME.test(id.run) && NAME.test(id.execution);
}

export function executionFolder(root: string, id: ExecutionId): string {
  return join(root, "runs", id.run, id.execution);
}

/** One folder for everybody who uses the same workspace. */
export function workspaceFolder(root: string, workspace: JsonObject): string {
  const digest = digestOfText(canonicalJson(workspace)).slice("sha256:".length);
  return join(root, "workspaces", digest.slice(0, 32));
}
