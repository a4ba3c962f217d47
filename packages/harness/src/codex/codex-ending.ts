/** What Codex says of a turn that failed: prose alone, with a status in it where there was one. */
import { shown } from "../stream/fields.js";
import { type Ending, statusEnding } from "../turn/agent-stream.js";

const STATUS = /(?:unexpected|last) status:? (\d{3})/;
const OWN_DOING = /context window|invalid_request_error|invalid_prompt|content policy|refus/i;
const LASTING =
  /missing environment variable|quota|usage limit|not logged in|401 unauthorized|model .* (not found|does not exist)/i;

export function codexFailure(message: string): Ending {
  const said = shown(message);
  const status = Number(STATUS.exec(message)?.[1] ?? 0);
  if (status > 0) return statusEnding(status, said);
  if (OWN_DOING.test(message)) return { kind: "failed", note: said };
  const detail = said === "" ? "codex gave the turn up without a reason" : said;
  return { kind: "transport", cause: "provider", detail, retryable: !LASTING.test(message) };
}
