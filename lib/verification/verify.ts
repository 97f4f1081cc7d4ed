import { askCode } from "./ask-code.ts";
import { askHttp } from "./ask-http.ts";
import type { Answer, Evidence, VerifyRule } from "./contract.ts";
import type { VerifiedAction } from "./fill-template.ts";

export interface Verification {
  answer: Answer;
  evidence: Evidence;
  /** What the provider says of it, where it landed and the rule asks for it. */
  result?: unknown;
}

/**
 * Asks the provider whether an effect happened. Never throws: an error, a time-out or an answer that meets neither
 * rule is `inconclusive`. Never to be called inside a transaction.
 */
export async function verify(action: VerifiedAction, rule: VerifyRule): Promise<Verification> {
  return rule.by === "code" ? askCode(action, rule.timeoutMs) : askHttp(action, rule);
}
