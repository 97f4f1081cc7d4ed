import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { PolicyFields } from "../contract.ts";

export type PolicyWrite = {
  kind: string;
  /** 0: there is none yet. */
  seenVersion: number;
  version: number;
  fields: PolicyFields;
  by: string;
  delaySeconds: number;
  /** Not before the edit that is still to take effect. */
  waitsForEarlier: boolean;
};

const put = z.object({ effectiveAt: z.date() });

/** The guard is the version that was seen: of two edits at once, one finds no row. */
export async function putPolicy(tx: Tx, write: PolicyWrite): Promise<Date | null> {
  const rows = await query(tx, put, write.seenVersion === 0 ? insertOf(write) : updateOf(write));
  return rows[0]?.effectiveAt ?? null;
}

function insertOf(write: PolicyWrite): Prisma.Sql {
  const columns = columnsOf(write);
  return Prisma.sql`
    insert into policy (kind, effective_at, ${Prisma.raw(Object.keys(columns).join(", "))})
    values (${write.kind}, clock_timestamp() + make_interval(secs => ${write.delaySeconds}::int),
      ${Prisma.join(Object.values(columns))})
    on conflict (kind) do nothing
    returning effective_at as "effectiveAt"`;
}

/** A gate that goes off holds until the edit takes effect, whatever edits follow in between. */
function updateOf(write: PolicyWrite): Prisma.Sql {
  const assignments = Object.entries(columnsOf(write)).map(
    ([column, value]) => Prisma.sql`${Prisma.raw(column)} = ${value}`,
  );
  const effectiveAt = Prisma.sql`
    greatest(clock_timestamp() + make_interval(secs => ${write.delaySeconds}::int),
      case when ${write.waitsForEarlier}::boolean then p.effective_at end)`;
  return Prisma.sql`
    update policy p
    set effective_at = ${effectiveAt}, ${Prisma.join(assignments)},
      gate_until = case
        when ${write.fields.gate}::text = 'before_send' then null
        when p.gate = 'before_send' then ${effectiveAt}
        else p.gate_until end
    where p.kind = ${write.kind} and p.version = ${write.seenVersion}::int
    returning p.effective_at as "effectiveAt"`;
}

function columnsOf({ fields, version, by }: PolicyWrite): Record<string, Prisma.Sql> {
  return {
    recovery: Prisma.sql`${fields.recovery}::text`,
    stale_after_seconds: Prisma.sql`${fields.staleAfterSeconds}::int`,
    max_attempts: Prisma.sql`${fields.maxAttempts}::int`,
    backoff_seconds: Prisma.sql`${fields.backoffSeconds}::int`,
    provider_window_seconds: Prisma.sql`${fields.providerWindowSeconds}::int`,
    verify: json(fields.verify),
    gate: Prisma.sql`${fields.gate}::text`,
    sign_offs_resend: Prisma.sql`${fields.signOffs.resend}::int`,
    sign_offs_dismiss: Prisma.sql`${fields.signOffs.dismiss}::int`,
    sign_offs_mark_happened: Prisma.sql`${fields.signOffs.markHappened}::int`,
    request_ttl_seconds: Prisma.sql`${fields.requestTtlSeconds}::int`,
    release_ttl_seconds: Prisma.sql`${fields.releaseTtlSeconds}::int`,
    hold_seconds: Prisma.sql`${fields.holdSeconds}::int`,
    nudge: Prisma.sql`${fields.nudge}::text`,
    nudge_webhook: json(fields.nudgeWebhook),
    redact: Prisma.sql`${fields.redact}::text[]`,
    paused: Prisma.sql`${fields.paused}::boolean`,
    version: Prisma.sql`${version}::int`,
    updated_at: Prisma.sql`clock_timestamp()`,
    updated_by: Prisma.sql`${by}::text`,
  };
}

function json(value: unknown): Prisma.Sql {
  return Prisma.sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
}
