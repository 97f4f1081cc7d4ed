import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { collectWaiting } from "#lib/notifications/sql/collect/collect-requests.ts";
import {
  createRequest,
  findPersonLoads,
  freezeBulkRequest,
  listReviews,
  readBulkRequest,
  readReview,
  signBulkRequest,
  signOff,
  withdrawRequest,
} from "#lib/reviews/index.ts";
import { listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";
import { findApprovers } from "#lib/reviews/sql/requests/find-approvers.ts";
import { newKind } from "#tests/integration/bulk/sets.ts";
import { edit } from "#tests/integration/edits/editing.ts";
import { outbox } from "#tests/integration/notifications/outbox.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";
import { reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const kind = newKind();
const people = new Map<string, Actor>();
let set: string;
let of: { requestId: string; reviewId: string; key: string };

/** Ed edited first, Fay edited his version, Bo asked, Sid has signed; two have to sign. */
beforeAll(async () => {
  await pool.query("insert into policy (kind, sign_offs_resend) values ($1, 2)", [kind]);
  for (const name of ["Bo", "Ed", "Fay", "Sid", "Cara"]) {
    people.set(name, await person(pool, name, "operator", "approver"));
  }
  people.set("Olga", await person(pool, "Olga", "operator"));
  const first = await edit(pool, named("Ed"), (await stuckCase(pool, { kind })).key);
  const { actionKey: key, requestId: byFay } = await edit(pool, named("Fay"), first.actionKey);
  await withdrawRequest(named("Fay"), byFay, {});
  const reviewId = String((await reviewRows(pool, key))[0]?.["id"]);
  const asked = { type: "send" as const, reason: "x", ...(await seenOf(pool, { key })) };
  const { requestId } = await createRequest(named("Bo"), reviewId, asked);
  of = { requestId, reviewId, key };
  await signOff(named("Sid"), requestId, await approval());
  const rows = [{ id: requestId, ...(await seenOf(pool, { key })) }];
  set = (await freezeBulkRequest(named("Cara"), { pendingRequests: rows })).bulkRequestId;
  await transaction((tx) => collectWaiting(tx, { mail: true, webhooks: false }));
});

function named(name: string): Actor {
  const found = people.get(name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
}

async function approval() {
  return { verdict: "approve" as const, ...(await seenOf(pool, of)) };
}

async function refusalsOf(actor: Actor): Promise<unknown[]> {
  const { rows } = await pool.query("select count(*)::int as n from sign_off");
  const outcomes = await Promise.allSettled([
    signOff(actor, of.requestId, await approval()),
    signBulkRequest(actor, set, { verdict: "approve" }),
    // Whatever the code believes, the table refuses them too; who has no role is the code's to refuse.
    actor.roles.includes("approver") &&
      pool.query(
        "insert into sign_off (request_id, requested_by, approver_id, verdict) values ($1, $2, $3, 'reject')",
        [of.requestId, named("Bo").id, actor.id],
      ),
  ]);
  expect((await pool.query("select count(*)::int as n from sign_off")).rows).toEqual(rows);
  return outcomes.map(({ status }) => status);
}

it.each(["Bo", "Ed", "Fay", "Sid", "Olga", "Cara"])("all of the desk says the same of %s", async (name) => {
  const actor = named(name);
  const may = name === "Cara";
  expect((await readReview(actor, of.reviewId)).viewer.sign.allowed).toBe(may);
  const list = await listReviews(actor, listReviewsInputSchema.parse({ tab: "to_sign", kind }));
  expect(list.items.map(({ id }) => id)).toEqual(may ? [of.reviewId] : []);
  const bulk = await readBulkRequest(actor, set, { show: "all", limit: 5 });
  expect([bulk.signable, bulk.items[0]?.sign?.allowed]).toEqual(may ? [1, true] : [0, false]);
  const approvers = await transaction((tx) => findApprovers(tx, { id: of.requestId }));
  expect(approvers.some(({ id }) => id === actor.id)).toBe(may);
  const messages = await outbox(pool, actor.id);
  expect(messages.filter(({ event }) => event === "request_waiting")).toHaveLength(may ? 1 : 0);
  const load = (await findPersonLoads()).find(({ userId }) => userId === actor.id);
  expect(load?.waitOnlyForThem ?? 0).toBe(may ? 1 : 0);
});

it.each(["Bo", "Ed", "Fay", "Sid", "Olga"])("and %s cannot sign, by any road", async (name) => {
  expect(await refusalsOf(named(name))).toEqual(["rejected", "rejected", name === "Olga" ? "fulfilled" : "rejected"]);
});

it("and the one who may, signs", async () => {
  expect(await signOff(named("Cara"), of.requestId, await approval())).toMatchObject({ outcome: "approved" });
});

it("a set tells beforehand what changed since, and is not signed", async () => {
  const stuck = await stuckCase(pool);
  const seen = await seenOf(pool, stuck);
  const { requestId } = await createRequest(named("Bo"), stuck.reviewId, { type: "resend", reason: "x", ...seen });
  const rows = [{ id: requestId, ...(await seenOf(pool, stuck)) }];
  const { bulkRequestId } = await freezeBulkRequest(named("Cara"), { pendingRequests: rows });
  const signable = async () =>
    (await readBulkRequest(named("Cara"), bulkRequestId, { show: "all", limit: 5 })).signable;
  expect(await signable()).toBe(1);
  await pool.query("update review set version = version + 1 where id = $1", [stuck.reviewId]);
  expect(await signable()).toBe(0);
});
