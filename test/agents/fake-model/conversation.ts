/** Where a conversation stands: the latest text of the user, and the tool rounds that followed it. */

export type Protocol = "messages" | "responses";

export interface RequestBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly Item[];
  readonly input?: readonly Item[] | string;
  readonly tools?: readonly ToolOffer[];
  readonly output_config?: { readonly effort?: string };
  readonly reasoning?: { readonly effort?: string };
}

export interface ToolOffer {
  readonly name?: string;
  readonly type?: string;
  readonly tools?: readonly ToolOffer[];
  readonly input_schema?: ToolSchema;
  readonly parameters?: ToolSchema;
}

interface ToolSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly Block[];
}

interface Block {
  readonly type?: string;
  readonly text?: string;
}

type Mark =
  | { kind: "call" }
  | { kind: "result" }
  | { kind: "said" }
  | { kind: "asked"; text: string };

/** Context that an agent adds to what its user said is no words of the user. */
const ADDED =
  /<(system-reminder|environment_context|user_instructions|INSTRUCTIONS)>[\s\S]*?<\/\1>/g;

export interface Standing {
  /** Empty when nobody asked anything. */
  readonly asked: string;
  readonly rounds: number;
  /** All that was asked, the latest last. */
  readonly dialogue: readonly string[];
}

export function standingOf(protocol: Protocol, body: RequestBody): Standing {
  const marks = protocol === "messages" ? marksOfMessages(body) : marksOfInput(body);
  const dialogue: string[] = [];
  let rounds = 0;
  let isCalling = false;
  for (const mark of marks) {
    const text = mark.kind === "asked" ? mark.text.replace(ADDED, "").trim() : "";
    if (text !== "") {
      dialogue.push(text);
      rounds = 0;
      isCalling = false;
    } else if (mark.kind === "call") isCalling = true;
    else if (mark.kind === "result" && isCalling) {
      rounds += 1;
      isCalling = false;
    }
  }
  return { asked: dialogue.at(-1) ?? "", rounds, dialogue };
}

function marksOfMessages({ messages = [] }: RequestBody): readonly Mark[] {
  return messages.map(({ role, content }): Mark => {
    const kinds = typeof content === "string" ? [] : (content ?? []).map(({ type }) => type);
    if (role === "assistant") return { kind: kinds.includes("tool_use") ? "call" : "said" };
    if (kinds.includes("tool_result")) return { kind: "result" };
    return { kind: "asked", text: textOf(content) };
  });
}

function marksOfInput({ input = [] }: RequestBody): readonly Mark[] {
  if (typeof input === "string") return [{ kind: "asked", text: input }];
  return input.map(({ type = "message", role, content }): Mark => {
    if (type.endsWith("_call_output")) return { kind: "result" };
    if (type.endsWith("_call")) return { kind: "call" };
    return role === "user" ? { kind: "asked", text: textOf(content) } : { kind: "said" };
  });
}

function textOf(content: string | readonly Block[] | undefined): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("\n");
}
