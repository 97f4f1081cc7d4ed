import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Actor } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { lapseReleases } from "#lib/reaper/sql/lapse-releases.ts";
import { askBulkRequest, freezeBulkRequest, readBulkRequest } from "#lib/reviews/index.ts";
import { seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";

export type CaseType = "send" | "resend" | "dismiss" | "mark_happened";

/** A kind of its own, so that a filter finds what a test made and nothing else. */
export function newKind(): string {
  return `kind-${randomUUID().slice(0, 8)}`;
}

export async function stuckCases(pool: Pool, count: number, kind = "send_email"): Promise<StuckCase[]> {
  const cases: StuckCase[] = [];
  for (let made = 0; made < count; made += 1) cases.push(await stuckCase(pool, { kind }));
  return cases;
}

/** Rows as a screen shows them right now. */
export async function rowsOf(pool: Pool, cases: readonly StuckCase[]) {
  return Promise.all(cases.map(async (one) => ({ id: one.reviewId, ...(await seenOf(pool, one)) })));
}

export async function draftOf(
  pool: Pool,
  actor: Actor,
  cases: readonly StuckCase[],
  type: CaseType = "resend",
): Promise<string> {
  return (await freezeBulkRequest(actor, { type, reviews: await rowsOf(pool, cases) })).bulkRequestId;
}

/** Frozen and asked for. */
export async function askedOf(
  pool: Pool,
  actor: Actor,
  cases: readonly StuckCase[],
  over: { type?: CaseType; paceSeconds?: number } = {},
): Promise<string> {
  const id = await draftOf(pool, actor, cases, over.type);
  const input = { reason: "They say nothing arrived", reference: "ticket 7", paceSeconds: over.paceSeconds ?? 0 };
  await askBulkRequest(actor, id, input);
  return id;
}

export async function countsOf(actor: Actor, id: string) {
  return (await readBulkRequest(actor, id, { show: "all", limit: 1 })).counts;
}

/** Lets one release run out, and the reaper find it. */
export async function sweepLapsed(pool: Pool, key: string): Promise<void> {
  await pool.query(
    `update action_log set claimable_at = released_at, release_expires_at = clock_timestamp()
     where key = $1 and status = 'released'`,
    [key],
  );
  await transaction((tx) => lapseReleases(tx, 100, randomUUID()));
}
