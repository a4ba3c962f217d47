/** What a protocol of decision servers is to us: questions out, a probability a label back. */
import type { DecisionRequest, JsonObject, Question } from "@crucible/core";
import type { AnswerPlace } from "./answer-place.js";
import { decisionsProtocol } from "./decisions-protocol.js";
import type { DecisionProtocolName } from "./inference.js";
import { systemOneProtocol } from "./system-one-protocol.js";

/** A probability a label, by question id. */
type Distributions = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface DecisionProtocol {
  /** The body of the one request that asks all questions of a route, or of one instance of it. */
  body(model: string, request: DecisionRequest): JsonObject;
  /** Reads what the field `answers` holds. Throws `AnswerRefused` for whatever the questions do not declare. */
  distributions(answers: AnswerPlace, questions: readonly Question[]): Distributions;
}

export function protocolNamed(name: DecisionProtocolName): DecisionProtocol {
  return name === "system_one" ? systemOneProtocol : decisionsProtocol;
}
