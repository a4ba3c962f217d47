/** What a protocol of decision servers is to us: questions out, a probability a label back. */
import type { DecisionRequest, JsonObject, Question } from "@crucible/core";
import type { AnswerPlace } from "./answer-place.js";
import { decisionsProtocol } from "./decisions-protocol.js";
import type { DecisionProtocolName } from "./inference.js";
import type { ReadAnswer } from "./read-answer.js";
import { systemOneProtocol } from "./system-one-protocol.js";

export interface DecisionProtocol {
  /** The body of the one request that asks all questions of a route, or of one instance of it. */
  body(model: string, request: DecisionRequest): JsonObject;
  /** Reads what the field `answers` holds, by question id. Throws `AnswerRefused` for whatever the questions do not declare. */
  read(answers: AnswerPlace, questions: readonly Question[]): ReadonlyMap<string, ReadAnswer>;
}

export function protocolNamed(name: DecisionProtocolName): DecisionProtocol {
  return name === "system_one" ? systemOneProtocol : decisionsProtocol;
}
