import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import type { StoredPolicy } from "../contract.ts";
import { salvage } from "../rules/fields.ts";

/** Of `policy p`, as the contract names them. */
export const POLICY_COLUMNS = Prisma.sql`
  p.kind, p.version, p.effective_at as "effectiveAt", p.updated_at as "updatedAt", p.updated_by as "updatedBy",
  jsonb_build_object(
    'recovery', p.recovery, 'staleAfterSeconds', p.stale_after_seconds, 'maxAttempts', p.max_attempts,
    'backoffSeconds', p.backoff_seconds, 'providerWindowSeconds', p.provider_window_seconds, 'verify', p.verify,
    'gate', p.gate, 'signOffs', jsonb_build_object('resend', p.sign_offs_resend, 'dismiss', p.sign_offs_dismiss,
      'markHappened', p.sign_offs_mark_happened),
    'requestTtlSeconds', p.request_ttl_seconds, 'releaseTtlSeconds', p.release_ttl_seconds,
    'holdSeconds', p.hold_seconds, 'nudge', p.nudge, 'nudgeWebhook', p.nudge_webhook, 'redact', to_jsonb(p.redact),
    'paused', p.paused) as stored`;

export const policyColumns = z.object({
  kind: z.string(),
  version: z.number(),
  effectiveAt: z.date(),
  updatedAt: z.date(),
  updatedBy: z.string(),
  stored: z.record(z.string(), z.unknown()),
});

export const policyRecord = policyColumns.transform(({ stored, ...row }) => ({ ...row, ...salvage(stored) }));
export type PolicyRecord = z.infer<typeof policyRecord>;

export function toStoredPolicy({ kind, version, fields, brokenFields }: PolicyRecord): StoredPolicy {
  return brokenFields.length > 0 ? { kind, brokenFields } : { ...fields, kind, version };
}
