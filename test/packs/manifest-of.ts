import { type Manifest, readManifest } from "@crucible/compiler";
import type { Pack } from "@crucible/core";

/** The manifest that a pack holds under its usual name. */
export function manifestOf(pack: Pack): Manifest {
  const reading = readManifest(new TextDecoder().decode(pack.files.get("crucible.toml")?.bytes));
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.manifest;
}
