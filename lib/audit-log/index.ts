export { exportEvents } from "./export-events.ts";
export { listEvents } from "./list-events.ts";
export { readFaults } from "./read-faults.ts";
