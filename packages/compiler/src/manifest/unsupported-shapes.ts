/**
 * The tables of scored loops, sandboxes, tool servers and deployment, none of which has an effect yet: read as the format
 * has them, so that what is wrong with one is said. Where the format leaves a table open, so does this.
 */

import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import type { Backend, ManifestSecret } from "./manifest.js";
import { isSandboxName } from "./names.js";
import { checkShape, namedTables } from "./shape.js";

const DIRECTIONS = ["lower", "higher"] as const;

/** Kinds of outputs, each with its own target. */
const OUTPUT_KINDS: readonly string[] =
  "draft-pr tracker-comment chat-message image-push deploy workflow-dispatch gpu-capture".split(
    " ",
  );

/** Tables beside `[agent]` and the ones that runs read. */
export function checkUnsupportedTables(top: TableReader): void {
  checkJudge(top.table("judge", "[judge]"));
  checkWorld(top.table("world", "[world]"));
  for (const [, table] of namedTables(top.table("mcp", "[mcp]"))) {
    checkShape(table, {
      bin: "text",
      args: "texts",
      env: "anything",
      inherit: "anything",
      tools: "texts",
    });
  }
  const outputs = top.table("outputs", "[outputs]");
  for (const [kind, table] of namedTables(outputs)) checkOutput(outputs, kind, table);
  const capabilities = top.table("capabilities", "[capabilities]");
  for (const secret of capabilities?.tables("secret", "[[capabilities.secret]]") ?? []) {
    const context = ["broker", "agent"];
    checkShape(secret, { name: "text", context, system: "text", scope: "text" }, ["name"]);
  }
  capabilities?.close();
}

function checkJudge(judge: TableReader | undefined): void {
  if (!judge) return;
  const selftest = judge.table("selftest", "[judge.selftest]");
  if (selftest) checkShape(selftest, { good_cmd: "text", bad_cmd: "text", runs: "count" });
  const shape = {
    measure_cmd: "text",
    direction: DIRECTIONS,
    tiebreak_direction: DIRECTIONS,
    objective: ["score", "task"],
  } as const;
  checkShape(judge, shape, ["measure_cmd", "direction"]);
}

function checkWorld(world: TableReader | undefined): void {
  if (!world) return;
  const [has, lacks] = world.has("snapshot_cmd")
    ? ["snapshot_cmd", "restore_cmd"]
    : ["restore_cmd", "snapshot_cmd"];
  if (world.has(has) && !world.has(lacks)) {
    world.missing(lacks, `[world].${has} needs ${lacks}; they come as a pair`, world.keySpan(has));
  }
  checkShape(world, { apply_cmd: "text", snapshot_cmd: "text", restore_cmd: "text" });
}

function checkOutput(outputs: TableReader | undefined, kind: string, table: TableReader): void {
  if (!OUTPUT_KINDS.includes(kind)) {
    const known = OUTPUT_KINDS.join(", ");
    const message = `[outputs.${kind}] is no kind of output; there are ${known}`;
    outputs?.report("unknown-key", message, outputs.keySpan(kind));
  }
  if (table.title === "[outputs.gpu-capture]" && table.has("target")) {
    const message = "[outputs.gpu-capture] takes no target";
    table.report("conflicting-keys", message, table.keySpan("target"));
  }
  checkShape(table, { count: "count", target: "table" });
}

/** Tables below `[agent]`. */
export function checkUnsupportedAgentTables(agent: TableReader, backend: Backend): void {
  const relays = agent.has("relay") ? agent.tables("relay", "[[agent.relay]]") : [];
  for (const relay of relays) checkRelay(relay);
  const openshell = agent.table("openshell", "[agent.openshell]");
  if (openshell) {
    checkShape(openshell, { endpoints: "texts", binaries: "texts", inherit_defaults: "boolean" });
  }
  const resources = agent.table("resources", "[agent.resources]");
  if (resources) {
    onlyUnderOpenshell(agent, backend, "resources");
    const amounts = { gpus: "anything", cpu: "anything", memory: "anything" } as const;
    checkShape(resources, { ...amounts, node_selector: "table" });
  }
  const hermes = agent.table("hermes", "[agent.hermes]");
  if (hermes) checkShape(hermes, { model: "text" });
  const codex = agent.table("codex", "[agent.codex]");
  if (codex) checkCodex(codex);
  checkBroker(agent.table("broker", "[agent.broker]"));
  checkSandboxTables(agent, backend);
}

function checkBroker(broker: TableReader | undefined): void {
  if (broker?.boolean("enabled") !== true || broker.has("bin")) return;
  broker.missing("bin", "[agent.broker] is enabled and needs bin", broker.keySpan("enabled"));
}

function checkRelay(relay: TableReader): void {
  const sources = ["template", "from_file", "from_cmd"].filter((key) => relay.has(key));
  const [, second] = sources;
  if (sources.length === 0) {
    relay.missing("template", "[[agent.relay]] needs one of template, from_file and from_cmd");
  } else if (second !== undefined) {
    const message = `[[agent.relay]] takes one of template, from_file and from_cmd, not ${sources.join(" and ")}`;
    relay.report("conflicting-keys", message, relay.keySpan(second));
  }
  checkShape(relay, { dest: "text", template: "text", from_file: "text", from_cmd: "text" }, [
    "dest",
  ]);
}

function checkCodex(codex: TableReader): void {
  const key = codex.locatedText("api_key");
  if (key && !/^[A-Z0-9_]+$/.test(key.value)) {
    // It could be a key written in place of the name of its variable.
    const message = "[agent.codex].api_key must be the name of a variable, of A-Z, 0-9 and `_`";
    codex.report("bad-name", message, key);
  }
  checkShape(codex, { model: "text", auth: ["auto", "api", "chatgpt"], api_key: "anything" });
}

function checkSandboxTables(agent: TableReader, backend: Backend): void {
  const sandboxes = agent.table("sandbox", "[agent.sandbox]");
  if (!sandboxes) return;
  onlyUnderOpenshell(agent, backend, "sandbox");
  for (const [name, table] of namedTables(sandboxes)) {
    if (!isSandboxName(name)) {
      const message = `[agent.sandbox]: ${quote(name)} is no name; use 1-64 of a-z, 0-9, \`_\` and \`-\``;
      sandboxes.report("bad-name", message, sandboxes.keySpan(name));
    }
    const lists = { secrets: "texts", relays: "texts", mcp: "texts", endpoints: "texts" } as const;
    checkShape(table, { image: "text", ...lists, broker: "boolean" });
  }
}

function onlyUnderOpenshell(agent: TableReader, backend: Backend, key: string): void {
  if (backend === "openshell" || agent.isRefused("backend")) return;
  const message = `[agent.${key}] needs backend = "openshell", got "${backend}"`;
  agent.report("conflicting-keys", message, agent.keySpan(key));
}

/** Keys of the models' makers, which no sandbox is given as they are. */
const MAKERS_KEYS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"];

/** What sandboxes name is declared elsewhere in the manifest. */
export function checkSandboxReferences(
  agent: TableReader,
  secrets: readonly ManifestSecret[],
): void {
  const sandboxes = agent.table("sandbox", "[agent.sandbox]");
  if (!sandboxes) return;
  const dests = new Set(
    (agent.has("relay") ? agent.tables("relay", "[[agent.relay]]") : []).map((relay) =>
      relay.text("dest"),
    ),
  );
  for (const [, table] of namedTables(sandboxes)) {
    for (const secret of table.texts("secrets")) {
      if (secrets.some(({ name, env }) => name === secret.value && env !== undefined)) continue;
      const message = `${table.title}.secrets: no [[secret]] with env is called ${quote(secret.value)}`;
      table.report("bad-value", message, secret);
    }
    for (const relay of table.texts("relays")) {
      if (dests.has(relay.value)) continue;
      const message = `${table.title}.relays: no [[agent.relay]] has dest ${quote(relay.value)}`;
      table.report("bad-value", message, relay);
    }
  }
  const projected = secrets.find(({ env }) => MAKERS_KEYS.includes(env ?? ""));
  if (projected === undefined) return;
  const message = `[[secret]] ${quote(projected.name)} may not be given as ${projected.env} where there are sandboxes`;
  sandboxes.report("conflicting-keys", message, agent.keySpan("sandbox"));
}
