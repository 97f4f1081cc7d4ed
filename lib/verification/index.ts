export { type Verification, verify } from "./verify.ts";
export type { VerifiedAction } from "./fill-template.ts";
export { findRuleIssues } from "./find-rule-issues.ts";
export { readEvidence } from "./read-evidence.ts";
export { registerVerifier, type Verifier } from "./verifiers.ts";
export { recordAnswer } from "./sql/record-answer.ts";
export { recordAsked } from "./sql/record-asked.ts";
export { type Consequence, type VerifyRule, verifyRuleSchema } from "./contract.ts";
