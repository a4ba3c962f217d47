/**
 * The variable by which an operator or an orchestrator says which model does what: a JSON document that names services,
 * models and the variables that hold their credentials, never a credential itself. It is read strictly, since a slip in it
 * would ask another model than was meant. No message repeats a value from it that could be a credential put in the wrong
 * place.
 */
import { readLocatedJson, TableReader } from "@crucible/compiler";
import { type Diagnostic, didYouMean, nearest } from "@crucible/core";
import { urlProblem } from "./service-url.js";

/** The variable that holds the document. */
export const INFERENCE_VARIABLE = "CRUCIBLE_INFERENCE";

const VERSION = 1;
const ROLES = ["agent", "decision"] as const;
const AGENT_PROTOCOLS = ["messages", "chat_completions", "responses"] as const;
const DECISION_PROTOCOLS = ["system_one", "decisions"] as const;
const PROTOCOLS = [...AGENT_PROTOCOLS, ...DECISION_PROTOCOLS] as const;

const DOCUMENT_CHARACTERS_MAX = 65_536;
const MODEL_CHARACTERS_MAX = 128;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

type InferenceRole = (typeof ROLES)[number];
export type DecisionProtocolName = (typeof DECISION_PROTOCOLS)[number];

/** Who answers routes. */
export interface DecisionBinding {
  readonly role: "decision";
  readonly protocol: DecisionProtocolName;
  /** The address that requests go to, as it is: no path is added to it. */
  readonly url: string;
  readonly model: string;
  /** Name of the variable that holds the credential; without one, none is sent. */
  readonly keyVariable?: string;
}

/** Who plays agents. */
export interface AgentBinding {
  readonly role: "agent";
  readonly protocol: (typeof AGENT_PROTOCOLS)[number];
  /** Absent where the protocol's own service is meant. */
  readonly url?: string;
  readonly model: string;
  readonly keyVariable?: string;
}

/** At most one binding a role. */
export interface Inference {
  readonly agent?: AgentBinding;
  readonly decision?: DecisionBinding;
}

export type InferenceReading =
  | { readonly ok: true; readonly inference: Inference }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the document; a text that is empty or blank binds nothing. */
export function readInference(text: string): InferenceReading {
  if (text.trim() === "") return { ok: true, inference: {} };
  if (text.length > DOCUMENT_CHARACTERS_MAX) {
    const message = `the document has ${text.length} characters; at most ${DOCUMENT_CHARACTERS_MAX} are read`;
    return {
      ok: false,
      diagnostics: [{ code: "inference-length", severity: "error", message, notes: [] }],
    };
  }
  const reading = readLocatedJson(text, INFERENCE_VARIABLE);
  if (!reading.ok) return reading;
  const { document } = reading;
  const { root } = document;
  const diagnostics: Diagnostic[] = [];
  if (root.kind !== "table") {
    const message = "the document must be an object with version and bindings";
    const range = document.range(root);
    diagnostics.push({ code: "wrong-type", severity: "error", message, range, notes: [] });
    return { ok: false, diagnostics };
  }
  const top = new TableReader(document, root, "", diagnostics);
  readVersion(top);
  const inference = readBindings(top);
  top.close();
  return diagnostics.length === 0 ? { ok: true, inference } : { ok: false, diagnostics };
}

function readVersion(root: TableReader): void {
  const version = root.take("version");
  if (version === undefined) {
    root.missing("version", `the document needs a version; this engine reads version ${VERSION}`);
  } else if (version.kind !== "integer" || version.value !== VERSION) {
    root.report("version", `version must be ${VERSION}, the one this engine reads`, version);
  }
}

function readBindings(top: TableReader): Inference {
  const list = top.take("bindings");
  if (list === undefined) {
    top.missing("bindings", "the document needs bindings, a list of objects");
    return {};
  }
  if (list.kind !== "list") {
    top.wrongKind("bindings", "a list of objects", list);
    return {};
  }
  let inference: Inference = {};
  for (const [index, item] of list.items.entries()) {
    const title = `bindings[${index}]`;
    if (item.kind !== "table") {
      top.wrongKind(title, "an object", item);
      continue;
    }
    const reader = top.below(item, title);
    const binding = readBinding(reader);
    reader.close();
    if (binding === undefined) continue;
    if (binding.role in inference) {
      reader.report(
        "role-twice",
        `${title} is another ${binding.role} binding; a role has one`,
        item,
      );
    }
    inference = { ...inference, [binding.role]: binding };
  }
  return inference;
}

/** `undefined` once something of it is reported. */
function readBinding(reader: TableReader): AgentBinding | DecisionBinding | undefined {
  const role = readWord(reader, "role", ROLES);
  const protocol = readWord(reader, "protocol", PROTOCOLS);
  const url = readUrl(reader, role);
  const model = readModel(reader);
  const keyVariable = readKeyVariable(reader);
  if (role === undefined || protocol === undefined) return undefined;
  const optional = {
    ...(url === undefined ? {} : { url }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
  };
  const common = { model: model ?? "", ...optional };
  if (role === "agent") {
    const own = AGENT_PROTOCOLS.find((name) => name === protocol);
    return own ? { role, protocol: own, ...common } : unserved(reader, role, AGENT_PROTOCOLS);
  }
  const own = DECISION_PROTOCOLS.find((name) => name === protocol);
  return own
    ? { role, protocol: own, ...common, url: url ?? "" }
    : unserved(reader, role, DECISION_PROTOCOLS);
}

function unserved(reader: TableReader, role: InferenceRole, fitting: readonly string[]): undefined {
  const place = reader.take("protocol") ?? reader.node;
  const names = fitting.join(" or ");
  reader.report("protocol", `${reader.place("protocol")} of role ${role} must be ${names}`, place);
}

/** One of our own words. What stands there instead is not repeated. */
function readWord<T extends string>(
  reader: TableReader,
  key: string,
  words: readonly T[],
): T | undefined {
  const written = requiredText(reader, key);
  if (written === undefined) return undefined;
  const found = words.find((word) => word === written.value);
  if (found === undefined) {
    const list = words.join(", ");
    const hint = didYouMean(written.value, words);
    const meant = nearest(written.value, words);
    reader.report(
      "unknown-value",
      `${reader.place(key)} must be one of ${list}${hint}`,
      written,
      meant,
    );
  }
  return found;
}

function readUrl(reader: TableReader, role: InferenceRole | undefined): string | undefined {
  const written = reader.locatedText("url");
  if (written === undefined) {
    if (role === "decision" && !reader.has("url")) {
      reader.missing("url", `${reader.title} needs a url: role decision has no address of its own`);
    }
    return undefined;
  }
  const problem = urlProblem(written.value);
  if (problem !== undefined) reader.report("url", `${reader.place("url")} ${problem}`, written);
  return written.value;
}

function readModel(reader: TableReader): string | undefined {
  const written = requiredText(reader, "model");
  if (written === undefined) return undefined;
  const { length } = written.value;
  if (length === 0 || length > MODEL_CHARACTERS_MAX || /[\s\p{Cc}]/u.test(written.value)) {
    const wanted = `must be 1 to ${MODEL_CHARACTERS_MAX} characters without space`;
    reader.report("model", `${reader.place("model")} ${wanted}`, written);
  }
  return written.value;
}

function readKeyVariable(reader: TableReader): string | undefined {
  const written = reader.locatedText("key_env");
  if (written === undefined) return undefined;
  if (!VARIABLE.test(written.value) || written.value === INFERENCE_VARIABLE) {
    const wanted = "must name the variable that holds the credential: letters, digits and _";
    reader.report("key-env", `${reader.place("key_env")} ${wanted}`, written);
  }
  return written.value;
}

function requiredText(reader: TableReader, key: string): LocatedText | undefined {
  if (!reader.has(key)) reader.missing(key, `${reader.title} needs ${key}`);
  return reader.locatedText(key);
}

type LocatedText = NonNullable<ReturnType<TableReader["locatedText"]>>;
