import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { signBulkRequest } from "#lib/reviews/index.ts";
import { insertBulkSignOff } from "#lib/reviews/sql/bulk/bulk-sign-offs.ts";
import { askForDraft, recordAsked, stopBulk } from "#lib/reviews/sql/bulk/move-bulk.ts";
import { askedOf, draftOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, type StuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let cases: StuckCase[];
let asked: string;

beforeEach(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  cases = await stuckCases(pool, 2);
  asked = await askedOf(pool, bo, cases.slice(0, 1));
});

describe("the schema itself refuses", () => {
  it.each([
    ["an unknown state", "bulk_request_state_check", "update bulk_request set state = 'paused' where id = $1"],
    ["an unknown form", "bulk_request_form_word", "update bulk_request set form = 'other' where id = $1"],
    [
      "two drafts by one decision key",
      "bulk_request_draft_key",
      `insert into bulk_request (type, requested_by, reason, draft_key)
       select 'resend', n.who, '', 'same' from bulk_request, (values ('bo'), ('bo')) n(who) where id = $1`,
    ],
    [
      "one case twice in a set",
      "bulk_request_item_once",
      `insert into bulk_request_item (bulk_request_id, position, review_id, version)
       select bulk_request_id, 2, review_id, 1 from bulk_request_item where bulk_request_id = $1`,
    ],
    [
      "an item both asked for and refused",
      "bulk_request_item_one_outcome",
      "update bulk_request_item set refused = 'expired' where bulk_request_id = $1",
    ],
    [
      "two signatures of one approver on one set",
      "bulk_sign_off_one_per_approver",
      `insert into bulk_sign_off (bulk_request_id, approver_id, verdict)
       select id, n.who, 'approve' from bulk_request, (values ('cara'), ('cara')) n(who) where id = $1`,
    ],
  ])("%s, by %s", async (_what, rule, statement) => {
    await expect(pool.query(statement, [asked])).rejects.toMatchObject({ constraint: rule });
  });

  it.each([
    "version = 9",
    "payload_hash = 'other'",
    "position = 5",
    "left_out = 'x'",
    "review_id = review_id_of_other",
  ])("another %s of a frozen item", async (assignment) => {
    const set = assignment.replace("review_id_of_other", `'${cases[1]?.reviewId}'`);
    const change = (id: string) => pool.query(`update bulk_request_item set ${set} where bulk_request_id = $1`, [id]);
    await expect(change(asked)).rejects.toMatchObject({ constraint: "bulk_request_item_frozen" });
  });

  it("another request of an item that was asked for", async () => {
    const change = (to: string) =>
      pool.query(`update bulk_request_item set request_id = ${to} where bulk_request_id = $1`, [asked]);
    await expect(change("null")).rejects.toMatchObject({ constraint: "bulk_request_item_frozen" });
  });

  it.each([
    ["delete from", "bulk_request"],
    ["truncate", "bulk_request"],
    ["delete from", "bulk_request_item"],
    ["truncate", "bulk_request_item"],
    ["delete from", "bulk_sign_off"],
    ["truncate", "bulk_sign_off"],
    ["update", "bulk_sign_off"],
  ])("%s on %s", async (way, table) => {
    const statement = way === "update" ? `update ${table} set note = 'x'` : `${way} ${table}`;
    const refused = pool.query(way === "truncate" ? `${statement} cascade` : statement);
    await expect(refused).rejects.toMatchObject({ code: "23001" });
  });
});

describe("the statements themselves, whatever was read before them", () => {
  const wish = { reason: "x", note: undefined, reference: undefined, paceSeconds: 0, askKey: undefined, answer: {} };

  it("ask for a draft once, and never for what was stopped", async () => {
    const [draft, dropped] = [await draftOf(pool, bo, cases.slice(1)), await draftOf(pool, bo, cases.slice(1))];
    expect(await transaction((tx) => askForDraft(tx, draft, wish))).not.toBeNull();
    expect(await transaction((tx) => askForDraft(tx, draft, wish))).toBeNull();
    expect(await transaction((tx) => stopBulk(tx, dropped, bo.id, {}))).not.toBeNull();
    expect(await transaction((tx) => askForDraft(tx, dropped, wish))).toBeNull();
  });

  it("stop once, and leave who was first", async () => {
    expect(await transaction((tx) => stopBulk(tx, asked, bo.id, {}))).not.toBeNull();
    expect(await transaction((tx) => stopBulk(tx, asked, cara.id, {}))).toBeNull();
    const { rows } = await pool.query("select stopped_by from bulk_request where id = $1", [asked]);
    expect(rows).toEqual([{ stopped_by: bo.id }]);
  });

  it("record what came of an item once, and nothing of one that was left out", async () => {
    const again = {
      requestId: null,
      askedVersion: null,
      refused: "x",
      because: null,
      becauseBy: null,
      becauseAt: null,
    };
    const record = (id: string) => transaction((tx) => recordAsked(tx, id, [{ position: 1, ...again }]));
    expect(await record(asked)).toBe(0);
    const leftOut = await draftOf(pool, bo, cases.slice(0, 1));
    expect(await record(leftOut)).toBe(0);
    expect(await record(await draftOf(pool, bo, cases.slice(1)))).toBe(1);
  });

  it("take one signature of an approver for a set", async () => {
    await signBulkRequest(cara, asked, { verdict: "approve" });
    const given = { bulkRequestId: asked, verdict: "approve", note: undefined, decisionKey: undefined, answer: {} };
    expect(await transaction((tx) => insertBulkSignOff(tx, { ...given, approverId: cara.id }))).toBeNull();
    expect(await transaction((tx) => insertBulkSignOff(tx, { ...given, approverId: randomUUID() }))).not.toBeNull();
  });
});
