/**
 * `skill`: an agent task whose prompt is a shipped SKILL.md followed by its arguments (DSL-103).
 *
 * The file's frontmatter is for tools that list skills and is left out. Arguments stand in the order of their names;
 * what came from outside the pack stands between its marks.
 */
import { compareText } from "@crucible/core";
import {
  type Budget,
  StarlarkDict,
  StarlarkList,
  StarlarkTuple,
  type Value,
} from "@crucible/starlark";
import { quote, quotePath } from "../diagnostics/quote.js";
import type { Compilation } from "../evaluate/compilation.js";
import { ExternalList } from "../external/external-list.js";
import { plainNumber } from "../external/external-number.js";
import { numberText } from "../external/number-text.js";
import { isPromptPart, type PromptPart, PromptText } from "../external/prompt-text.js";
import { Arguments } from "./arguments.js";
import { COMMON_PARAMETERS, optionalParameter, requiredParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { readFile } from "./pack-files.js";
import { AGENT_PARAMETERS, agentDraft } from "./work-tasks.js";

export const skill: Constructor = {
  parameters: [
    ...COMMON_PARAMETERS,
    requiredParameter("skill"),
    optionalParameter("args"),
    ...AGENT_PARAMETERS,
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const body = readSkill(args, compilation);
    const prompt = args.promptOf("args", withInputs(args, body));
    return compilation.construct(agentDraft(args, prompt));
  },
};

function readSkill(args: Arguments, compilation: Compilation): string {
  const dir = args.text("skill").replace(/\/+$/, "");
  const path = `${dir}/SKILL.md`;
  const subject = `skill ${quotePath(path)}`;
  const text = readFile(args.call, compilation, { subject, argument: "skill", path });
  return withoutFrontmatter(text);
}

function withoutFrontmatter(text: string): string {
  if (!text.startsWith("---\n")) return text;
  const end = text.indexOf("\n---\n", 3);
  return end < 0 ? text : text.slice(end + "\n---\n".length).replace(/^\n+/, "");
}

function withInputs(args: Arguments, body: string): PromptPart {
  const value = args.filled("args");
  if (value === undefined) return body;
  if (!(value instanceof StarlarkDict)) {
    const task = quote(args.text("name"));
    return args.fail("args", "wrong-type", `task ${task} argument "args" must be a dictionary`);
  }
  const inputs = [...value.pairs()]
    .map(
      ({ key, value: input }) =>
        [args.textOf("args", key, "a dict with string keys"), input] as const,
    )
    .sort(([a], [b]) => compareText(a, b));
  if (inputs.length === 0) return body;
  const { budget } = args.call;
  let prompt: PromptPart = `${body}\n\n## Inputs\n\n`;
  for (const [name, input] of inputs) {
    prompt = joined(prompt, `- ${name}: `, budget);
    prompt = joined(prompt, rendered(args, name, input, 1), budget);
    prompt = joined(prompt, "\n", budget);
  }
  return prompt;
}

/** Lists inside lists. */
const NESTING_MAX = 16;

function rendered(args: Arguments, name: string, value: Value, depth: number): PromptPart {
  const { budget } = args.call;
  if (isPromptPart(value)) return value;
  if (typeof value === "boolean") return String(value);
  const number = plainNumber(value);
  if (number !== undefined) return numberText(number);
  const items = itemsOf(value);
  if (items === undefined || depth > NESTING_MAX) {
    const message = `task ${quote(args.text("name"))} argument ${quote(name)} is not something a prompt can render`;
    return args.fail("args", "wrong-type", message);
  }
  budget.spendTicks(items.length);
  let text: PromptPart = "";
  for (const [index, item] of items.entries()) {
    if (index > 0) text = joined(text, ", ", budget);
    text = joined(text, rendered(args, name, item, depth + 1), budget);
  }
  return text;
}

function itemsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) return value.items;
  return value instanceof ExternalList ? value.items : undefined;
}

function joined(left: PromptPart, right: PromptPart, budget: Budget): PromptPart {
  if (typeof left === "string" && typeof right === "string") {
    budget.spendString(left.length + right.length);
    return left + right;
  }
  return new PromptText(left, right, budget);
}
