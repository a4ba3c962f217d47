/**
 * The header of an execution: written once and durable before anything is dispatched. A resume reads the header and the
 * log and nothing else, whatever the pack's folder holds by then.
 */
import type { JsonObject } from "../json/json.js";
import type { Launch } from "../launch/launch.js";
import type { Bundle } from "../pack/bundle.js";

export interface PackedFile {
  readonly path: string;
  /** `sha256:` over the bytes. */
  readonly digest: string;
  readonly executable: boolean;
}

export interface ExecutionHeader {
  readonly v: 1;
  readonly run: string;
  readonly execution: string;
  /** RFC 3339, UTC. */
  readonly started_at: string;
  readonly plan_digest: string;
  /** The plan in its wire form. */
  readonly plan: JsonObject;
  readonly launch: Launch;
  /** The bundle whose pack it is, when the launcher named one; it stays what it was, whatever is installed later (RUN-017, RUN-018). */
  readonly bundle?: Bundle;
  /** `tree1:` digest of the pack's files. */
  readonly pack_digest: string;
  /** The pack's files; their bytes are blobs of the store, so that a resume needs no folder. */
  readonly pack: readonly PackedFile[];
  /** Version of the engine that wrote it. */
  readonly engine: string;
  /** What the engine was told about the run, such as the edition and the default harness; names of variables, never their values. */
  readonly settings: JsonObject;
  /** What the World needs to open the same workspace again; opaque to the engine. */
  readonly workspace: JsonObject;
  /** The finished execution whose passing results this one reuses (RERUN-002). */
  readonly parent?: { readonly run: string; readonly execution: string };
}
