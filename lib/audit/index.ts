export { type Decision, findDecisions } from "./find-decisions.ts";
export { type NameOf, namesOf } from "./names-of.ts";
export { readTimeline } from "./read-timeline.ts";
export { type AuditActor, type AuditFact, writeAudit, writeAudits } from "./write-audit.ts";
