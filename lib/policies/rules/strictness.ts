import { isDeepStrictEqual } from "node:util";
import { GATES, type PolicyFields, RECOVERIES } from "../contract.ts";
import { differences } from "./fields.ts";

type VerifyRule = PolicyFields["verify"];

/** How patiently a provider is asked; everything else of the rule says what its answer means. */
const PATIENCE = ["quietSeconds", "tries", "timeoutMs"];

/** The stricter of the two, field by field; where strictness says nothing, the field of `fields`. */
export function strictest(fields: PolicyFields, other: PolicyFields): PolicyFields {
  return {
    ...fields,
    recovery: laterOf(RECOVERIES, fields.recovery, other.recovery),
    gate: laterOf(GATES, fields.gate, other.gate),
    signOffs: {
      resend: Math.max(fields.signOffs.resend, other.signOffs.resend),
      dismiss: Math.max(fields.signOffs.dismiss, other.signOffs.dismiss),
      markHappened: Math.max(fields.signOffs.markHappened, other.signOffs.markHappened),
    },
    holdSeconds: Math.max(fields.holdSeconds, other.holdSeconds),
    staleAfterSeconds: Math.max(fields.staleAfterSeconds, other.staleAfterSeconds),
    maxAttempts: Math.min(fields.maxAttempts, other.maxAttempts),
    providerWindowSeconds: Math.min(fields.providerWindowSeconds, other.providerWindowSeconds),
    requestTtlSeconds: Math.min(fields.requestTtlSeconds, other.requestTtlSeconds),
    releaseTtlSeconds: Math.min(fields.releaseTtlSeconds, other.releaseTtlSeconds),
    verify: quieter(fields.verify, other.verify),
  };
}

/** The fields in which `after` allows something that `before` did not; empty where it only tightens. */
export function loosens(before: PolicyFields, after: PolicyFields): string[] {
  const looser = differences(after, strictest(after, before)).map(({ field }) => field);
  const stillVerifies = before.recovery === "verify" && after.recovery === "verify";
  // Whoever says what counts as absent says what is sent again.
  const rewrites = stillVerifies && !sameMeaning(before.verify, after.verify) && !looser.includes("verify");
  return rewrites ? [...looser, "verify"] : looser;
}

/** Whether two verify rules ask the same question and read the answer alike. */
export function sameMeaning(one: VerifyRule, other: VerifyRule): boolean {
  return isDeepStrictEqual(meaningOf(one), meaningOf(other));
}

function meaningOf(rule: VerifyRule): unknown {
  return rule && Object.fromEntries(Object.entries(rule).filter(([name]) => !PATIENCE.includes(name)));
}

function laterOf<T>(order: readonly T[], one: T, other: T): T {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}

function quieter(rule: VerifyRule, other: VerifyRule): VerifyRule {
  if (rule === null || other === null || other.quietSeconds <= rule.quietSeconds) return rule;
  return { ...rule, quietSeconds: other.quietSeconds };
}
