/**
 * A finished prompt as text: what the pack wrote as it is, what came from outside between its marks.
 *
 * Neighbouring parts of one origin become one span first, so that a mark cannot be put together from two external
 * values, and two joined values share one region. A text that carries a mark is refused, never rewritten (DSL-049); the
 * same holds for the pack's own text, or nobody could tell the regions from the prompt alone (DSL-039).
 */
import { markExternal, markIn } from "@crucible/core";
import type { Budget } from "@crucible/starlark";
import { type PromptPart, PromptText } from "./prompt-text.js";

export type PromptRendering =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

interface Span {
  readonly isExternal: boolean;
  text: string;
}

/** Renders a prompt; charges for its length before it is made. */
export function renderPrompt(prompt: PromptPart, budget: Budget): PromptRendering {
  const spans = spansOf(prompt, budget);
  for (const span of spans) {
    const mark = markIn(span.text);
    if (mark === undefined) continue;
    const subject = span.isExternal ? "a supplied value" : "the pack's own text";
    return {
      ok: false,
      message: `${subject} carries the external-input mark ${JSON.stringify(mark)}`,
    };
  }
  const overhead = markExternal("").length;
  const length = spans.reduce(
    (total, span) => total + span.text.length + (span.isExternal ? overhead : 0),
    0,
  );
  budget.spendString(length);
  const texts = spans.map((span) => (span.isExternal ? markExternal(span.text) : span.text));
  return { ok: true, text: texts.join("") };
}

function spansOf(prompt: PromptPart, budget: Budget): readonly Span[] {
  const spans: Span[] = [];
  const pending: PromptPart[] = [prompt];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part instanceof PromptText) {
      budget.spendTicks(1);
      pending.push(part.right, part.left);
      continue;
    }
    const isExternal = typeof part !== "string";
    const text = typeof part === "string" ? part : (part.rendering() ?? "");
    const last = spans.at(-1);
    if (last?.isExternal === isExternal) last.text += text;
    else if (text !== "" || isExternal) spans.push({ isExternal, text });
  }
  return spans;
}
