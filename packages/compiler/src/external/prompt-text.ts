/**
 * Prompts under construction: text of the pack and text from outside, joined and still told apart.
 *
 * Joining costs the same however long the parts are: a join is a node with two sides, and the spans are read off once,
 * when a task takes the prompt. A prompt that holds external text can only be joined further and given to a task.
 */
import {
  type Budget,
  type HostOperator,
  type OperandSide,
  refuse,
  type Value,
} from "@crucible/starlark";
import { ExternalValue } from "./external-value.js";

/** Charged for a join. */
const NODE_BYTES = 64;

const PROMPT_SUBJECT = "a prompt that holds text from outside the pack";

export class PromptText extends ExternalValue {
  override readonly typeName: string = "prompt";
  readonly left: PromptPart;
  readonly right: PromptPart;
  /** Characters of all parts, without the marks. */
  readonly size: number;
  /** How many parts there are. */
  readonly partCount: number;

  constructor(left: PromptPart, right: PromptPart, budget: Budget) {
    super(budget);
    this.left = left;
    this.right = right;
    this.size = sizeOf(left) + sizeOf(right);
    this.partCount = partCountOf(left) + partCountOf(right);
    budget.admitString(this.size);
    budget.admitLength(this.partCount);
    budget.spendHeap(NODE_BYTES);
  }

  override rendering(): undefined {
    return undefined;
  }

  override text(): never {
    return refusePrompt("cannot become plain text");
  }

  override mismatch(wanted: string): string {
    return `${PROMPT_SUBJECT} cannot stand where ${wanted} is wanted`;
  }

  override truth(): never {
    return refusePrompt("is neither true nor false");
  }

  override equals(): never {
    return refusePrompt("cannot be compared");
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    if (operator !== "+") return refusePrompt(`takes no operator ${operator}`);
    return joinSides(this, other, side, this.budget);
  }
}

/** What a prompt is joined from. */
export type PromptPart = string | PromptText | ExternalValue;

/** A host value and the other operand of its `+` as one prompt, or `undefined` when the other is no text. */
export function joinSides(
  own: PromptPart,
  other: Value,
  side: OperandSide,
  budget: Budget,
): PromptText | undefined {
  if (!isPromptPart(other)) return undefined;
  return side === "left" ? new PromptText(own, other, budget) : new PromptText(other, own, budget);
}

/** Whether a value may be part of a prompt. */
export function isPromptPart(value: Value): value is PromptPart {
  if (typeof value === "string" || value instanceof PromptText) return true;
  return value instanceof ExternalValue && value.rendering() !== undefined;
}

function sizeOf(part: PromptPart): number {
  if (typeof part === "string") return part.length;
  return part instanceof PromptText ? part.size : (part.rendering()?.length ?? 0);
}

function partCountOf(part: PromptPart): number {
  return part instanceof PromptText ? part.partCount : 1;
}

function refusePrompt(problem: string): never {
  return refuse(`${PROMPT_SUBJECT} ${problem}; join it with + or give it to a task as prompt`, {
    code: "external-value",
  });
}
