/**
 * A bundle: a pack under a name of its own, as a catalogue hands it out. The pair of id and version says which bundle it
 * is; name and description are for people and identify nothing (RUN-018).
 */

/** What identifies a bundle: both together, each compared as it is written. */
export interface BundleId {
  readonly id: string;
  readonly version: string;
}

export interface Bundle extends BundleId {
  readonly name: string;
  readonly description: string;
}

/** Whether both mean the same bundle. */
export function isSameBundle(one: BundleId, other: BundleId): boolean {
  return one.id === other.id && one.version === other.version;
}
