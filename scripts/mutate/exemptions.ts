/** A guard that no mutant breaks, and why none can be told from the original, or need not. */
export interface Exemption {
  file: string;
  /** The guard as the script names it. */
  guard: string;
  reason: string;
}

export const EXEMPTIONS: Exemption[] = [
  {
    file: "lib/reaper/sql/locked.ts",
    guard: "a.attempt = g.attempt",
    reason: "an attempt changes only with the revision, which is checked beside it",
  },
  {
    file: "lib/reaper/sql/locked.ts",
    guard: "attempt > 0",
    reason: "no row without an attempt is ever in flight or failed: a trigger refuses the edge",
  },
  ...["claim-check.ts", "count-try.ts"].map((file) => ({
    file: `lib/reaper/sql/checks/${file}`,
    guard: "status = 'failed'",
    reason: "a failed row changes its status only with the revision, which is checked beside it: a trigger sees to it",
  })),
  {
    file: "lib/reaper/sql/checks/count-try.ts",
    guard: "next_check_at is not null",
    reason: "a check is called off only with the revision, which is checked beside it",
  },
  {
    file: "lib/reaper/sql/settle-late.ts",
    guard: "a.late_attempt is not null",
    reason: "it is never taken away again, and was there when the row was judged",
  },
  {
    file: "lib/reaper/sql/release.ts",
    guard: "v.state = 'closed'",
    reason: "a check lets only a closed review have a resolution, which is asked for beside it",
  },
  {
    file: "lib/reviews/sql/reviews/move-review.ts",
    guard: "state = 'closed'",
    reason: "a check lets only a closed review have a resolution, which is asked for beside it",
  },
  ...["i.bulk_request_id = ${bulkRequestId}::uuid", "i.position = g.position"].map((guard) => ({
    file: "lib/reviews/sql/bulk/move-bulk.ts",
    guard,
    reason: "it says which item is meant, as a key does elsewhere",
  })),
  {
    file: "lib/reaper/sql/lapse-releases.ts",
    guard: "not exists (select from review v where v.action_key = c.key and v.state <> 'closed')",
    reason: "the conflict with the one-open index has the same outcome; it only spares the attempt to insert",
  },
  {
    file: "prisma/migrations/20261201000000_init/migration.sql",
    guard: "constraint review_request_signed_key",
    reason: "the foreign key of sign_off cannot be made without it",
  },
  {
    file: "prisma/migrations/20261201000000_init/migration.sql",
    guard: "create trigger review_request_frozen",
    reason: "a later migration writes it anew, and its mutants break that",
  },
  ...["review", "review_request", "sign_off", "review_comment", "policy", "policy_revision", "reaper_run"].map(
    (table) => ({
      file: "prisma/migrations/20261201010701_tell_desk/migration.sql",
      guard: `create trigger ${table}_tells_desk`,
      reason: "it refuses nothing: a page that hears nothing asks again by itself",
    }),
  ),
];
