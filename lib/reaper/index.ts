export { type PassResult, passResultSchema } from "./contract.ts";
export { runPass } from "./run-pass.ts";
export { runScheduler } from "./scheduler.ts";
