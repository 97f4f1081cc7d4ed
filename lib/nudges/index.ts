export { sendDueNudges } from "./send-due-nudges.ts";
export { enqueueNudges } from "./sql/enqueue-nudges.ts";
