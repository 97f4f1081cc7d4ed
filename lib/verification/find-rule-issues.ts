import { assertPublicUrl, ForbiddenAddressError } from "#lib/outbound/index.ts";
import { readTemplate, type VerifyRule } from "./contract.ts";

export type RuleIssue = { field: string; message: string };

/** What a rule that parses may still not do on this installation; to be asked before it is saved. */
export function findRuleIssues(rule: VerifyRule): RuleIssue[] {
  if (rule.by === "code") return [];
  try {
    assertPublicUrl(withPlaceholders(rule.url));
    return [];
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    return [{ field: "verify.url", message: error.message }];
  }
}

function withPlaceholders(template: string): string {
  const read = readTemplate(template);
  return "problem" in read ? template : read.parts.map((part) => ("text" in part ? part.text : "x")).join("");
}
