export { enqueueNudges } from "./sql/enqueue-nudges.ts";
