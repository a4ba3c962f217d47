/**
 * Names of files that are not whole yet, and taking away those whose writer is gone. A name says which process writes it,
 * so that what a killed engine left is told from what a living one is writing: `<name>.<writer>-<random>.tmp`, where the
 * writer is a digest of its machine, of its boot and of its process namespace, its number and its start.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type OwnerIdentity, type OwnerSystem, processOwners } from "../identity/owner.js";
import { removeTree } from "./remove-tree.js";

const ENDING = ".tmp";
const WRITER =
  /\.(?<machine>[0-9a-f]{8})-(?<boot>[0-9a-f]{8})-(?<namespace>[0-9a-f]{8})-(?<pid>\d+)-(?<started>\d*)-[0-9a-f]+\.tmp$/;

/** This process as a writer. */
interface Self {
  readonly owners: OwnerSystem;
  readonly digests: Digests;
  readonly writer: string;
}

/** How a writer's machine, boot and process namespace stand in a name. */
type Digests = Readonly<Record<"machine" | "boot" | "namespace", string>>;

let thisProcess: Self | undefined;

/** A name beside `path` that nobody else uses; it ends in a way that whoever lists a folder can tell. */
export function temporaryName(path: string): string {
  return `${path}.${self().writer}-${randomBytes(6).toString("hex")}${ENDING}`;
}

/** Whether a name is a temporary one, to be ignored by whoever lists a folder. */
export function isTemporary(name: string): boolean {
  return name.endsWith(ENDING);
}

/** Takes away what writers left in a folder that certainly do not run any more; a folder that is not there is fine. */
export async function dropAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isAbandoned)) {
    // It is in nobody's way: one that cannot be taken away stays.
    await removeTree(join(folder, name)).catch(() => undefined);
  }
}

function isAbandoned(name: string): boolean {
  if (!isTemporary(name)) return false;
  const writer = WRITER.exec(name)?.groups;
  if (writer === undefined) return false;
  const { owners, digests } = self();
  const own = owners.self();
  const known = (part: keyof Digests): string =>
    writer[part] === digests[part] ? own[part] : `other than ${own[part]}`;
  const [machine, boot, namespace] = [known("machine"), known("boot"), known("namespace")];
  const [pid, started] = [Number(writer["pid"]), writer["started"] ?? ""];
  return owners.stateOf({ host: own.host, machine, boot, namespace, pid, started }) === "dead";
}

function self(): Self {
  if (thisProcess === undefined) {
    const owners = processOwners();
    const { pid, started } = owners.self();
    const digests = digestsOf(owners.self());
    const writer = [digests.machine, digests.boot, digests.namespace, pid, started].join("-");
    thisProcess = { owners, digests, writer };
  }
  return thisProcess;
}

/** The machine's digest holds its name too, since systems that were copied have one identity. */
function digestsOf(owner: OwnerIdentity): Digests {
  return {
    machine: digestOf(`${owner.host}\0${owner.machine}`),
    boot: digestOf(owner.boot),
    namespace: digestOf(owner.namespace),
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
