import { assertPublicUrl, ForbiddenAddressError } from "#lib/outbound/index.ts";
import { findRuleIssues } from "#lib/verification/index.ts";
import type { InputIssue } from "../../errors.ts";
import type { PolicyFields } from "../contract.ts";

/** Each field alone is the schema's; here is what contradicts another field, or this installation. */
export function findProblems(fields: PolicyFields, longestSeconds: number | null): InputIssue[] {
  return [
    ...timeProblems(fields, longestSeconds),
    ...(fields.recovery === "retry" ? retryProblems(fields) : []),
    ...verifyProblems(fields),
    ...webhookProblems(fields),
  ];
}

function timeProblems({ staleAfterSeconds }: PolicyFields, longestSeconds: number | null): InputIssue[] {
  if (longestSeconds === null || staleAfterSeconds >= longestSeconds) return [];
  const took = `${Math.ceil(longestSeconds * 10) / 10} s`;
  const message = `An execution of the last 30 days took ${took} and succeeded: the limit must be longer than that.`;
  return [{ field: "staleAfterSeconds", message }];
}

function retryProblems(fields: PolicyFields): InputIssue[] {
  const problems: InputIssue[] = [];
  if (fields.providerWindowSeconds <= fields.staleAfterSeconds) {
    const message = `The provider would forget the key within ${fields.providerWindowSeconds} s, before an attempt counts as stale after ${fields.staleAfterSeconds} s: nothing could ever be retried.`;
    problems.push({ field: "providerWindowSeconds", message });
  }
  if (fields.backoffSeconds >= fields.releaseTtlSeconds) {
    const message = `A release would expire after ${fields.releaseTtlSeconds} s, before it may be claimed after ${fields.backoffSeconds} s.`;
    problems.push({ field: "backoffSeconds", message });
  }
  return problems;
}

function verifyProblems({ recovery, verify }: PolicyFields): InputIssue[] {
  if (verify !== null) return findRuleIssues(verify);
  return recovery === "verify" ? [{ field: "verify", message: "Say how the provider is asked." }] : [];
}

function webhookProblems({ nudge, nudgeWebhook }: PolicyFields): InputIssue[] {
  if (nudgeWebhook === null) {
    return nudge === "webhook" ? [{ field: "nudgeWebhook", message: "Say where the webhook goes." }] : [];
  }
  const url = nudgeWebhook["url"];
  try {
    assertPublicUrl(typeof url === "string" ? url : "");
    return [];
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    return [{ field: "nudgeWebhook.url", message: error.message }];
  }
}

/** Allowed, and probably not what is meant. */
export function findRemarks(fields: PolicyFields): InputIssue[] {
  const remarks: InputIssue[] = [];
  const { recovery, providerWindowSeconds, requestTtlSeconds, maxAttempts, verify } = fields;
  if (recovery === "retry" && requestTtlSeconds > providerWindowSeconds) {
    const message = `The provider knows the key for ${providerWindowSeconds} s, a request may wait for ${requestTtlSeconds} s: after that, a resend is a second send.`;
    remarks.push({ field: "requestTtlSeconds", message });
  }
  if (recovery !== "ask" && maxAttempts === 1) {
    const message = "With one attempt, nothing is ever tried again without a person.";
    remarks.push({ field: "maxAttempts", message });
  }
  if (recovery !== "verify" && verify !== null) {
    remarks.push({ field: "verify", message: "The rule is kept and not used: the recovery is another one." });
  }
  return remarks;
}
