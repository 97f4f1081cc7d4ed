import { z } from "zod";

export const RECOVERIES = ["retry", "verify", "ask"] as const;
export const GATES = ["never", "before_send"] as const;
export const NUDGES = ["none", "worker", "webhook"] as const;

const seconds = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const settings = z.record(z.string(), z.unknown());

/** What is to be done with a stale or failed action of one kind. */
export const policySchema = z.object({
  kind: z.string().regex(/^\S+$/, "may hold no white space"),
  recovery: z.enum(RECOVERIES).default("ask"),
  /** Longer than the longest plausible execution. */
  staleAfterSeconds: seconds.min(1).default(900),
  /** Automatic attempts, definite failures included; an approved resend has its one attempt whatever the count. */
  maxAttempts: count.min(1).default(3),
  /** Before the second attempt; doubled before each one after it. */
  backoffSeconds: seconds.default(60),
  /** How long the provider honours the same key, from the first attempt. */
  providerWindowSeconds: seconds.default(86_400),
  /** How to ask the provider; null where it cannot be asked. */
  verify: settings.nullable().default(null),
  gate: z.enum(GATES).default("never"),
  signOffs: z
    .object({ resend: count.default(1), dismiss: count.default(0), markHappened: count.default(0) })
    .prefault({}),
  requestTtlSeconds: seconds.min(1).default(86_400),
  releaseTtlSeconds: seconds.min(1).default(3600),
  /** After the last sign-off, how long the release can be taken back before anyone may claim it. */
  holdSeconds: seconds.default(30),
  nudge: z.enum(NUDGES).default("worker"),
  nudgeWebhook: settings.nullable().default(null),
  /** Paths of the payload that only approvers see. */
  redact: z.array(z.string()).default([]),
  paused: z.boolean().default(false),
  version: z.number().int().positive().default(1),
});
export type Policy = z.infer<typeof policySchema>;

/** A stored policy that no longer parses: it counts as `ask`, and the desk says which fields are wrong. */
export const brokenPolicySchema = z.object({ kind: z.string(), brokenFields: z.array(z.string()) });
export type BrokenPolicy = z.infer<typeof brokenPolicySchema>;

export type StoredPolicy = Policy | BrokenPolicy;

export function isBroken(policy: StoredPolicy): policy is BrokenPolicy {
  return "brokenFields" in policy;
}
