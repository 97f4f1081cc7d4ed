export { type PassResult, passResultSchema } from "./contract.ts";
export { readLastPass } from "./read-last-pass.ts";
export { runPass } from "./run-pass.ts";
export { runScheduler } from "./scheduler.ts";
