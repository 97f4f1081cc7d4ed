export { beginEffect } from "./begin-effect.ts";
export { claimAction } from "./claim-action.ts";
export { claimReleased } from "./claim-released.ts";
export { failAction } from "./fail-action.ts";
export { recordHeartbeat } from "./record-heartbeat.ts";
export { succeedAction } from "./succeed-action.ts";
