/** A step as a streamed answer of Anthropic's Messages. */
import type { Answer, StreamEvent } from "./answer.js";
import { identity, pieces } from "./answer.js";
import type { Call } from "./calls.js";
import type { ScriptStep, ScriptUsage } from "./script.js";

export function answerMessages(
  step: ScriptStep,
  calls: readonly Call[],
  model: string,
  usage: ScriptUsage,
): Answer {
  const given = {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
  };
  const message = {
    id: identity("msg"),
    type: "message",
    role: "assistant",
    model,
    stop_sequence: null,
  };
  const blocks = blocksOf(step, calls);
  const stop = step.stop ?? (calls.length > 0 ? "tool_use" : "end_turn");
  const events: StreamEvent[] = [
    {
      type: "message_start",
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...given, output_tokens: 1 },
      },
    },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    {
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: usage.output },
    },
    { type: "message_stop" },
  ];
  const whole = {
    ...message,
    content: blocks.map(({ whole }) => whole),
    stop_reason: stop,
    usage: { ...given, output_tokens: usage.output },
  };
  return { events, whole };
}

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
  readonly whole: object;
}

function blocksOf(step: ScriptStep, calls: readonly Call[]): readonly Block[] {
  const said = step.text === undefined ? [] : [textBlock(step.text)];
  return [...said, ...calls.map(callBlock)];
}

function textBlock(text: string): Block {
  return {
    start: { type: "text", text: "" },
    deltas: pieces(text).map((piece) => ({ type: "text_delta", text: piece })),
    whole: { type: "text", text },
  };
}

function callBlock({ id, name, input }: Call): Block {
  const use = { type: "tool_use", id: id.replace("call_", "toolu_"), name };
  const text = JSON.stringify(input);
  return {
    start: { ...use, input: {} },
    deltas: pieces(text).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    whole: { ...use, input },
  };
}

function blockEvents({ start, deltas }: Block, index: number): readonly StreamEvent[] {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}
