export type { AuditEntry } from "./contract.ts";
export { type Decision, findDecisions } from "./find-decisions.ts";
export { type NameOf, type Named, namesOf } from "./names-of.ts";
export { readTimeline } from "./read-timeline.ts";
export { type AuditActor, type AuditFact, writeAudit } from "./write-audit.ts";
