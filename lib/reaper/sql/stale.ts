import { Prisma } from "#lib/db/index.ts";
import { STALE_AFTER_SINCE_CLAIM } from "#lib/policies/index.ts";

/** Three promised heartbeats in a row have not come; null where none was promised. */
export const MISSED_BEATS = Prisma.sql`
  greatest(a.attempted_at, a.heartbeat_at) + a.heartbeat_every_ms * interval '3 milliseconds' < now()`;

/** Of an action `a` without a deadline, and the policy `p` of its kind, if there is one. */
export const PAST_LIMIT = Prisma.sql`
  ((greatest(a.attempted_at, a.heartbeat_at) + coalesce(p.stale_after_seconds, 900) * interval '1 second' <= now()
    -- The current limit first, which settles most: the limit that binds is never shorter.
    and greatest(a.attempted_at, a.heartbeat_at) + ${STALE_AFTER_SINCE_CLAIM} * interval '1 second' <= now())
  -- A worker's clock that is far ahead, or infinity, would keep its row young for ever.
  or a.attempted_at > now() + interval '1 day')`;
