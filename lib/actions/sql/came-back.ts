import { Prisma } from "#lib/db/index.ts";

/**
 * Sets a row of `action_log` to where it came from, by a lapse, a taking back or a reopening: held where it was never
 * attempted, else failed. What is known of it (failure, doubts) stays, and it counts as judged, so that no policy
 * releases it again: only a signed request does.
 */
export const CAME_BACK = Prisma.sql`
  status = case when attempt = 0 then 'held' else 'failed' end,
  completed_at = case when attempt = 0 then null else clock_timestamp() end,
  released_at = null, release_reason = null, release_request_id = null, release_expires_at = null,
  claimable_at = null, next_check_at = null, judged_attempt = attempt, revision = revision + 1`;
