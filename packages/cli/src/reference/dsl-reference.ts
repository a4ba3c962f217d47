/**
 * The reference of the workflow language as Markdown, out of the compiler's own declarations: a function or an argument
 * that exists is in it, and nothing else is. Prose comes from the tables beside this file.
 */
import {
  type ArgumentSignature,
  DEFAULT_COMPILE_LIMITS,
  type FunctionSignature,
  functionSignatures,
} from "@crucible/compiler";
import { invariant, TYPE_TOKENS } from "@crucible/core";
import { wrapWords } from "../terminal/wrap.js";
import { ARGUMENT_TEXTS, type ArgumentText, REFUSED_ARGUMENTS } from "./argument-texts.js";
import { FUNCTION_GROUPS, type FunctionGroup, type FunctionText } from "./function-texts.js";
import { BOUND_TEXTS, ENDING, OPENING, PARAMS, TYPE_TEXTS } from "./language-texts.js";

const WIDTH = 120;

/** Ends in a newline. */
export function dslReference(): string {
  const signatures = new Map(functionSignatures().map((each) => [each.name, each]));
  const described = FUNCTION_GROUPS.flatMap(({ functions }) => functions.map(({ name }) => name));
  for (const name of signatures.keys()) {
    invariant(described.includes(name), `the function ${name} has no text in the reference`);
  }
  const parts = [
    ...OPENING,
    ...FUNCTION_GROUPS.flatMap((group) => groupParts(group, signatures)),
    ...PARAMS,
    ...types(),
    ...bounds(),
    ...ENDING,
  ];
  return `${parts.map(block).join("\n\n")}\n`;
}

/** Prose is wrapped; headings, lists and code are laid out already. */
function block(text: string): string {
  return /^(#|```|- )/.test(text) ? text : wrapWords(text.split(" "), "", "", WIDTH).join("\n");
}

type Signatures = ReadonlyMap<string, FunctionSignature>;

function groupParts(group: FunctionGroup, signatures: Signatures): readonly string[] {
  const { title, functions, alike = [] } = group;
  const shared = sharedItems(alike, signatures);
  const names = alike.map((name) => `\`${name}\``);
  const opening = `${names.slice(0, -1).join(", ")} and ${names.at(-1)} take these arguments, and each some of its own:`;
  return [
    `## ${title}`,
    ...(shared.length === 0 ? [] : [opening, shared.join("\n")]),
    ...functions.flatMap((each) => {
      const signature = signatures.get(each.name);
      return functionParts(each, signature, alike.includes(each.name) ? shared : []);
    }),
  ];
}

/** What all of the functions take alike, word for word. */
function sharedItems(names: readonly string[], signatures: Signatures): readonly string[] {
  const [first = [], ...others] = names.map((name) => argumentItems(name, signatures.get(name)));
  return first.filter((each) => others.every((items) => items.includes(each)));
}

function functionParts(
  { name, text }: FunctionText,
  signature: FunctionSignature | undefined,
  shared: readonly string[],
): readonly string[] {
  invariant(signature !== undefined, `the reference speaks of ${name}, which does not exist`);
  const lanes = signature.lanes.map((lane) => `\`${lane}\``);
  const where = lanes.length === 3 ? "every lane" : `the lanes ${lanes.join(" and ")}`;
  const own = argumentItems(name, signature).filter((each) => !shared.includes(each));
  return [`### \`${name}\``, `${text} In ${where}.`, own.join("\n")];
}

function argumentItems(name: string, signature: FunctionSignature | undefined): readonly string[] {
  return (signature?.arguments ?? [])
    .filter((argument) => !REFUSED_ARGUMENTS.has(`${name}.${argument.name}`))
    .map((argument) => argumentItem(name, argument));
}

function argumentItem(
  owner: string,
  { name, isRequired, isPositional }: ArgumentSignature,
): string {
  const { takes, otherwise, text } = textOf(owner, name);
  const standing = isRequired ? "required" : `default: ${otherwise ?? "none"}`;
  const place = isPositional ? ", by position" : "";
  return item(`\`${name}\`: ${takes} (${standing}${place}). ${text}`);
}

function textOf(owner: string, name: string): ArgumentText {
  const text = ARGUMENT_TEXTS.get(`${owner}.${name}`) ?? ARGUMENT_TEXTS.get(name);
  invariant(text !== undefined, `the argument ${owner}(${name}) has no text in the reference`);
  return text;
}

function types(): readonly string[] {
  const tokens = TYPE_TOKENS.map((token) => {
    const text = TYPE_TEXTS.get(token);
    invariant(text !== undefined, `the type ${token} has no text in the reference`);
    return item(`\`"${token}"\`: ${text}`);
  });
  const others = [
    item('A list of labels, such as `["high", "low"]`: a string that is one of them.'),
    item("`schema_file(path)`: a value that matches the schema."),
  ];
  return ["## Types of fields", [...tokens, ...others].join("\n")];
}

function bounds(): readonly string[] {
  const items = Object.entries(DEFAULT_COMPILE_LIMITS).map(([name, value]) => {
    const text = BOUND_TEXTS.get(name);
    invariant(text !== undefined, `the bound ${name} has no text in the reference`);
    return item(`\`${name}\`: ${value.toLocaleString("en-US")} ${text}`);
  });
  const opening =
    "A pack may come from anyone, so compilation is bounded. An error that a bound causes names it as it is spelled here; " +
    "an embedder sets it with the option `limits`.";
  return ["## Bounds", opening, items.join("\n")];
}

function item(text: string): string {
  return wrapWords(text.split(" "), "- ", "  ", WIDTH).join("\n");
}
