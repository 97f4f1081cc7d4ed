export { type PassResult, passResultSchema } from "./contract.ts";
export { listPasses } from "./health/list-passes.ts";
export { readReaperHealth } from "./health/read-health.ts";
export { runPassNow } from "./health/run-pass-now.ts";
export { readLastPass } from "./passes/read-last-pass.ts";
export { runPass } from "./run-pass.ts";
export { runScheduler } from "./scheduler.ts";
