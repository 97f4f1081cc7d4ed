export { isBroken, type Policy, policySchema, type StoredPolicy } from "./contract.ts";
export { editPolicy } from "./edit-policy.ts";
export { askAfterChecks, judge, judgeAbsent } from "./judge.ts";
export { listPolicies } from "./list-policies.ts";
export { previewPolicy } from "./preview-policy.ts";
export { readBindingPolicies } from "./read-binding-policies.ts";
export { readPolicyDetail } from "./read-policy-detail.ts";
export { readPolicy } from "./read-policy.ts";
export { readRecoveryPeriods, type RecoveryPeriod } from "./standing/read-recovery-periods.ts";
export { readKindsWithPolicy } from "./sql/find-policies.ts";
export { signPolicyRevision } from "./sign-policy-revision.ts";
export { STALE_AFTER_SINCE_CLAIM } from "./sql/stale-after-since-claim.ts";
export type {
  AskVerdict,
  CheckVerdict,
  JudgedAction,
  ReleaseVerdict,
  SettleVerdict,
  Verdict,
  WaitVerdict,
} from "./verdict.ts";
