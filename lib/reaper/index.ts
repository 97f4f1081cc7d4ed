export { type PassResult, passResultSchema } from "./contract.ts";
export { readLastPass } from "./passes/read-last-pass.ts";
export { runPass } from "./run-pass.ts";
export { runScheduler } from "./scheduler.ts";
