/** `[[secret]]`: credentials a run is given by name; their values never stand in a manifest. */

import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import { type ManifestSecret, SECRET_KINDS } from "./manifest.js";
import { isEnvironmentName } from "./names.js";
import { defined } from "./optional.js";
import { noteUnsupported } from "./unsupported.js";

const SECRET_NAME = /^[A-Za-z0-9._-]{1,96}$/;

/** A secret that is a file reaches nobody yet; it is added to `unsupported`. */
export function readSecretTables(
  tables: readonly TableReader[],
  unsupported: string[],
): readonly ManifestSecret[] {
  const seen = new Set<string>();
  return tables.flatMap((table) => {
    const secret = readSecret(table, seen);
    if (secret === undefined) return [];
    const { kind, name, path } = secret;
    const title = `[[secret]] ${quote(name)} of kind "${kind}"`;
    if (kind !== "opaque") noteUnsupported(table, "kind", title, unsupported);
    else if (path !== undefined) {
      noteUnsupported(table, "path", `[[secret]] ${quote(name)} with a path`, unsupported);
    }
    return [secret];
  });
}

function readSecret(table: TableReader, seen: Set<string>): ManifestSecret | undefined {
  const name = table.locatedText("name");
  if (!table.has("name")) table.missing("name", "[[secret]] needs name");
  const kind = table.choice("kind", SECRET_KINDS) ?? "opaque";
  const env = table.locatedText("env");
  const path = table.filledText("path");
  table.close();
  if (env && kind !== "opaque") {
    table.report("bad-value", '[[secret]].env is only for secrets of kind "opaque"', env);
  }
  if (env && path !== undefined) {
    table.report("conflicting-keys", "[[secret]] takes env or path, not both", env);
  }
  if (env && !isEnvironmentName(env.value)) {
    const shown = quote(env.value);
    table.report("bad-name", `[[secret]].env ${shown} is no environment variable name`, env);
  }
  if (name === undefined) return undefined;
  const shown = quote(name.value);
  if (!SECRET_NAME.test(name.value)) {
    const rule = "use 1-96 letters, digits, `.`, `_` or `-`";
    table.report("bad-name", `[[secret]].name ${shown} is no secret name; ${rule}`, name);
  } else if (seen.has(name.value.toLowerCase())) {
    table.report(
      "duplicate",
      `[[secret]].name ${shown} is taken; case does not tell names apart`,
      name,
    );
  }
  seen.add(name.value.toLowerCase());
  return { name: name.value, kind, ...defined({ env: env?.value, path }) };
}
