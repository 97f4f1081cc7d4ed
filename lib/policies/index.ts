export { isBroken, type BrokenPolicy, type Policy, policySchema, type StoredPolicy } from "./contract.ts";
export { judge } from "./judge.ts";
export { readPolicies, readPolicy } from "./store.ts";
export type {
  AskCause,
  AskVerdict,
  JudgedAction,
  ReleaseVerdict,
  SettleVerdict,
  UnrecordedEnd,
  Verdict,
  WaitVerdict,
} from "./verdict.ts";
