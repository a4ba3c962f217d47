/** The version of this package; the manifest lies one folder above the sources and above the bundle alike. */
import { readFileSync } from "node:fs";

export function packageVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
