/** What the result that Claude Code gives at the end of a turn means. Its exit code and its subtype do not tell. */
import { type JsonObject, ownField } from "@crucible/core";
import { shown, textIn } from "../stream/fields.js";
import { type Ending, statusEnding } from "../turn/agent-stream.js";
import { sessionLost } from "../turn/run-agent-turn.js";

/** What the model or the request itself is to blame for, as far as only prose tells. */
const OWN_DOING = /output token maximum|prompt is too long|context (window|length)/i;
const NO_SIGN_IN = /not logged in|\/login|invalid api key|authentication|oauth token/i;

/** `resumed` is the name of the conversation that was to be gone on with. */
export function claudeEnding(result: JsonObject, resumed: string | undefined): Ending {
  const said = shown(textIn(result, "result"));
  const subtype = textIn(result, "subtype");
  if (ownField(result, "is_error") !== true && subtype === "success") {
    return { kind: "completed", text: textIn(result, "result") };
  }
  const status = ownField(result, "api_error_status");
  if (typeof status === "number") return statusEnding(status, said);
  const errors = ownField(result, "errors");
  const why = [said, ...(Array.isArray(errors) ? errors.map(shown) : [])]
    .filter((part) => part !== "")
    .join("; ");
  if (why.includes("No conversation found")) return sessionLost(resumed ?? "", why);
  if (subtype === "error_max_turns") return failed("the turn took as many steps as it may");
  if (textIn(result, "stop_reason") === "refusal") return failed(why || "the model refused");
  if (OWN_DOING.test(why)) return failed(why);
  const detail = why || `claude ended the turn with ${subtype || "no result"}`;
  return { kind: "transport", cause: "provider", detail, retryable: !NO_SIGN_IN.test(why) };
}

function failed(note: string): Ending {
  return { kind: "failed", note };
}
