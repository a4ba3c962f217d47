/** A step as a streamed answer of OpenAI's Responses. */
import type { Answer, StreamEvent } from "./answer.js";
import { identity, pieces } from "./answer.js";
import type { Call } from "./calls.js";
import type { ScriptStep, ScriptUsage } from "./script.js";

export function answerResponses(
  step: ScriptStep,
  calls: readonly Call[],
  model: string,
  usage: ScriptUsage,
): Answer {
  const response = { id: identity("resp"), object: "response", created_at: 0, model };
  const items = itemsOf(step, calls);
  const whole = {
    ...response,
    status: "completed",
    output: items.map(({ whole }) => whole),
    usage: usageOf(usage),
  };
  const bare: StreamEvent[] = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...items.flatMap((item, index) => itemEvents(item, index)),
    { type: "response.completed", response: whole },
  ];
  return { events: bare.map((event, index) => ({ ...event, sequence_number: index })), whole };
}

function usageOf({ input, output, cacheRead }: ScriptUsage): object {
  return {
    input_tokens: input + cacheRead,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + cacheRead + output,
  };
}

interface Item {
  readonly start: object;
  readonly between: readonly StreamEvent[];
  readonly whole: object;
}

function itemsOf(step: ScriptStep, calls: readonly Call[]): readonly Item[] {
  const said = step.text === undefined ? [] : [textItem(step.text)];
  return [...said, ...calls.map(callItem)];
}

function textItem(text: string): Item {
  const message = { id: identity("msg"), type: "message", role: "assistant" };
  const at = { item_id: message.id, content_index: 0 };
  return {
    start: { ...message, status: "in_progress", content: [] },
    between: [
      {
        ...at,
        type: "response.content_part.added",
        part: { type: "output_text", text: "", annotations: [] },
      },
      ...pieces(text).map((delta) => ({ ...at, type: "response.output_text.delta", delta })),
      { ...at, type: "response.output_text.done", text },
    ],
    whole: {
      ...message,
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    },
  };
}

function callItem({ id, name, input }: Call): Item {
  const item = { id: `fc_${id}`, type: "function_call", call_id: id, name };
  const text = JSON.stringify(input);
  const type = "response.function_call_arguments";
  return {
    start: { ...item, status: "in_progress", arguments: "" },
    between: [
      ...pieces(text).map((delta) => ({ type: `${type}.delta`, item_id: item.id, delta })),
      { type: `${type}.done`, item_id: item.id, arguments: text },
    ],
    whole: { ...item, status: "completed", arguments: text },
  };
}

function itemEvents({ start, between, whole }: Item, index: number): readonly StreamEvent[] {
  return [
    { type: "response.output_item.added", output_index: index, item: start },
    ...between.map((event) => ({ ...event, output_index: index })),
    { type: "response.output_item.done", output_index: index, item: whole },
  ];
}
