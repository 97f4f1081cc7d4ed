export { sendDueNudges } from "./send-due-nudges.ts";
export { enqueueNudges } from "./sql/enqueue-nudges.ts";
export { findGivenUpNudges } from "./sql/find-given-up.ts";
