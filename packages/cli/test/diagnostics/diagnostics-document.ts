/** docs/reference/diagnostics.md, out of the examples and of what the compiler says to them. */
import { type Diagnostic, renderDiagnostic } from "@crucible/core";
import { EXAMPLES, FILES, findingsOf, GROUPS, USUAL_END } from "./all-examples.js";
import type { Example } from "./example.js";

const LANGUAGES = { star: "python", manifest: "toml", plan: "toml", json: "json" } as const;

export function diagnosticsDocument(): string {
  const groups = GROUPS.flatMap(([title, examples]) => [
    `## ${title}`,
    ...examples.flatMap(partsOf),
  ]);
  return `${[...OPENING, ...groups].join("\n\n")}\n`;
}

const OPENING: readonly string[] = [
  "# Diagnostics",
  `What \`crucible check\` and the compiler say about a pack, by the code that each message has. There are ${EXAMPLES.length}.
Every example was compiled: the first is wrong and gets the message below it, the second is right.`,
  `An example of a workflow source that does not call \`workflow\` ends, though that is not shown, in`,
  `\`\`\`python\n${USUAL_END}\`\`\``,
  `Two codes come up only where a program builds a plan by itself: \`emits-form\`, for fields with and without a type, and
\`lone-surrogate\`, for text that is no text. \`load-failed\` and \`evaluation-error\` come up where a program brings functions
or files of its own to the language.`,
];

function partsOf(example: Example): readonly string[] {
  const { code, title, wrong, right, isLong } = example;
  const found = findingsOf(example, "wrong").find((each) => each.code === code);
  const message = found ? said(found) : "";
  const heading = `### \`${code}\``;
  const [first = "", ...rest] = title;
  const sentence = `${first === "`" ? first : first.toUpperCase()}${rest.join("")}.`;
  if (isLong) return [heading, `${sentence} An example would be too long for this page.`, message];
  return [
    heading,
    [sentence, ...given(example)].join(" "),
    block(example, wrong),
    message,
    block(example, right),
  ];
}

/** What stands beside the text of an example. */
function given({ files = {}, params = {}, limits = {}, code }: Example): readonly string[] {
  const names = Object.keys(files).map((name) => `\`${name}\``);
  const values = Object.entries(params).map(([name, value]) => `\`${name}=${value}\``);
  const bounds = Object.entries(limits).map(([name, value]) => `\`${name}\` ${value}`);
  return [
    ...(names.length > 0 ? [`The pack holds ${names.join(" and ")} too.`] : []),
    ...(values.length > 0
      ? [
          `The launch gives ${values.join(" and ")}${code === "external-value" ? "" : ", or what is right"}.`,
        ]
      : []),
    ...(bounds.length > 0 ? [`Here the bound is ${bounds.join(" and ")}.`] : []),
  ];
}

function said(found: Diagnostic): string {
  const { notes: _notes, ...rest } = found;
  return `\`\`\`text\n${renderDiagnostic({ ...rest, notes: [] })}\n\`\`\``;
}

function block({ kind }: Example, text: string): string {
  const name = kind === "star" ? "" : ` title="${FILES[kind]}"`;
  return `\`\`\`${LANGUAGES[kind]}${name}\n${text.trimEnd()}\n\`\`\``;
}
