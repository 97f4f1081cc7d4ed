export { type ClaimedAction, type ClaimOptions, openSteps, type Steps, type StepsOptions } from "./open-steps.ts";
export type { Held } from "../sql/claim-released.ts";
