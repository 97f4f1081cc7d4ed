export { type Decision, findDecisions } from "./find-decisions.ts";
export { type NameOf, namesOf } from "./names-of.ts";
export { readTimeline } from "./read-timeline.ts";
export { type AuditActor, type AuditFact, writeAudit, writeAudits } from "./write-audit.ts";
export { sealRows } from "./seal/seal-rows.ts";
export { checkNewest } from "./verify/check-newest.ts";
export type { Fault } from "./verify/faults.ts";
export { type Verified, verifyChain } from "./verify/verify-chain.ts";
