export { passCountsSchema, type PassCounts, type PassResult, passResultSchema } from "./contract.ts";
export { type PassOptions, runPass } from "./run-pass.ts";
export { runScheduler } from "./scheduler.ts";
