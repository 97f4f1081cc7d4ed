export { cancelRun } from "./cancel-run.ts";
export { listRuns } from "./list-runs.ts";
export { readRun } from "./read-run.ts";
