import { randomUUID } from "node:crypto";
import { actionKey, payloadHash } from "@notwice/once";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, editAction, listReviews, readReview, reopen, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker } from "#tests/support/case.ts";
import { claimReleased, person, seenOf, snapshot, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";
import { edit, signEdited } from "./editing.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  dev = await person(pool, "Dev", "approver");
});

const NEW = { text: "Hello Ana", subject: "Re: proposal, 12 %", to: "ana@acme.test" };

describe("an edit", () => {
  it("makes a new action with the library's own key, held until someone else signs", async () => {
    const stuck = await stuckCase(pool);
    const edited = await edit(pool, bo, stuck.key, NEW);

    const old = await actionRow(pool, stuck.key);
    const hash = payloadHash(NEW);
    const parts = { runId: String(old["run_id"]), step: 1, kind: "send_email", target: "ana@acme.test" };
    expect(edited.actionKey).toBe(actionKey({ ...parts, payloadHash: hash }));
    expect(await actionRow(pool, edited.actionKey)).toMatchObject({
      status: "held",
      attempt: 0,
      run_id: parts.runId,
      step: 1,
      payload: '{"subject":"Re: proposal, 12 %","text":"Hello Ana","to":"ana@acme.test"}',
      payload_hash: hash,
      replaced_by: null,
    });
    expect(old).toMatchObject({ status: "dismissed", replaced_by: edited.actionKey, failure: "may_have_happened" });
    expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "closed", resolution: "superseded" }]);
    expect(await reviewRows(pool, edited.actionKey)).toMatchObject([{ state: "open", cause: "edited", attempt: 0 }]);
    expect(await requestRows(pool, edited.actionKey)).toMatchObject([
      {
        type: "send",
        state: "pending",
        requested_by: bo.id,
        edited_by: bo.id,
        editors: [bo.id],
        payload_hash: hash,
        attempt: 0,
        sign_offs_needed: 1,
      },
    ]);
    expect(await auditActions(pool, stuck.key)).toContain("action.replaced");
    expect(await auditActions(pool, edited.actionKey)).toEqual(["action.edited"]);
    const { rows } = await pool.query("select detail::text as detail from audit_log");
    for (const { detail } of rows) expect(detail).not.toMatch(/12 %|acme/);
  });

  it("supersedes the request that waited, and whoever signs it learns so", async () => {
    const stuck = await stuckCase(pool);
    const seen = await seenOf(pool, stuck);
    const asked = await createRequest(bo, stuck.reviewId, { type: "resend", reason: "no answer", ...seen });
    const onScreen = await seenOf(pool, stuck);
    await edit(pool, cara, stuck.key);
    expect(await requestRows(pool, stuck.key)).toMatchObject([{ state: "superseded", end_reason: "edited" }]);
    await expect(signOff(dev, asked.requestId, { verdict: "approve", ...onScreen })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining("What is to be sent was edited"),
    });
  });

  it("is refused where nothing changed, or where the very same stood there before", async () => {
    const stuck = await stuckCase(pool);
    const first = await edit(pool, bo, stuck.key, NEW);
    await expect(edit(pool, bo, first.actionKey, NEW)).rejects.toMatchObject({ code: "invalid_input" });
    const original = JSON.parse(String((await actionRow(pool, stuck.key))["payload"]));
    const known = await stuckCase(pool);
    await expect(edit(pool, bo, known.key, original)).rejects.toMatchObject({ code: "invalid_input" });
    // A key by the formula, as a worker would have made it.
    const again = await edit(pool, bo, first.actionKey);
    await expect(edit(pool, bo, again.actionKey, NEW)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(first.actionKey.slice(0, 10)),
    });
  });

  it.each([
    ["a lone surrogate", JSON.parse('{"subject":"\\ud800"}'), "payload"],
    ["nothing", undefined, "payload"],
  ])("is refused for %s, and moves nothing", async (_what, payload, field) => {
    const stuck = await stuckCase(pool);
    const before = await snapshot(pool, stuck);
    const seen = await seenOf(pool, stuck);
    await expect(editAction(bo, stuck.key, { payload, reason: "x", ...seen })).rejects.toMatchObject({
      code: "invalid_input",
      facts: { field },
    });
    expect(await snapshot(pool, stuck)).toEqual(before);
  });

  it.each([
    ["without a payload", { payload: null }, "illegal_transition", /without a payload/],
    ["without a step", { step: null }, "illegal_transition", /no step/],
  ])("is refused for an action %s", async (_what, options, code, message) => {
    const stuck = await stuckCase(pool, options);
    await expect(edit(pool, bo, stuck.key, NEW)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("of what has changed since it was seen is refused, of what others decided too", async () => {
    const stuck = await stuckCase(pool);
    const seen = await seenOf(pool, stuck);
    const input = { payload: NEW, reason: "x", ...seen };
    await expect(editAction(bo, stuck.key, { ...input, version: 9 })).rejects.toMatchObject({ status: 412 });
    await expect(editAction(bo, stuck.key, { ...input, payloadHash: "0" })).rejects.toMatchObject({ status: 412 });
    await edit(pool, cara, stuck.key);
    await expect(editAction(bo, stuck.key, input)).rejects.toMatchObject({ status: 409 });
    const unknown = editAction(bo, "f".repeat(64), input);
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it("is not for who sees only a part of the payload", async () => {
    const kind = `hidden-${randomUUID()}`;
    await pool.query("insert into policy (kind, redact) values ($1, '{text}')", [kind]);
    const stuck = await stuckCase(pool, { kind });
    await expect(edit(pool, bo, stuck.key, NEW)).rejects.toMatchObject({ code: "forbidden" });
    await expect(edit(pool, cara, stuck.key, NEW)).resolves.toMatchObject({ replacedKey: stuck.key });
  });

  it("said twice is one edit with one answer; the same Idempotency-Key with other bytes is refused", async () => {
    const stuck = await stuckCase(pool);
    const input = { payload: NEW, reason: "the wrong price", ...(await seenOf(pool, stuck)) };
    const [first, second] = await Promise.all([
      editAction(bo, stuck.key, input, "edit-once"),
      editAction(bo, stuck.key, input, "edit-once"),
    ]);
    expect(second).toEqual(first);
    expect(await editAction(bo, stuck.key, input, "edit-once")).toEqual(first);
    const other = { ...input, payload: { subject: "Other" } };
    await expect(editAction(bo, stuck.key, other, "edit-once")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    const elsewhere = await stuckCase(pool);
    const there = { ...input, ...(await seenOf(pool, elsewhere)) };
    await expect(editAction(bo, elsewhere.key, there, "edit-once")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  it("at the same moment as another is one of the two", async () => {
    for (let round = 0; round < 10; round += 1) {
      const stuck = await stuckCase(pool);
      const seen = await seenOf(pool, stuck);
      const calls = [bo, cara].map((actor) =>
        editAction(actor, stuck.key, { payload: { by: actor.name }, reason: "x", ...seen }),
      );
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { rows } = await pool.query(
        "select count(*)::int as live from action_log where run_id = $1 and replaced_by is null",
        [(await actionRow(pool, stuck.key))["run_id"]],
      );
      expect(rows).toEqual([{ live: 1 }]);
    }
  });

  it("and a claim of the release race on one row, and one wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const stuck = await stuckCase(pool, { status: "held" });
      const first = await edit(pool, bo, stuck.key);
      const seen = await seenOf(pool, { key: first.actionKey });
      const sign = signOff(cara, first.requestId, { verdict: "approve", ...seen });
      const change = editAction(bo, first.actionKey, { payload: { round }, reason: "x", ...seen });
      const [signed, changed] = await Promise.allSettled([sign, change]);
      expect([signed.status, changed.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      const { status } = await actionRow(pool, first.actionKey);
      expect(status).toBe(signed.status === "fulfilled" ? "released" : "dismissed");
    }
  });
});

describe("who edited", () => {
  it("signs no request on it, nor on any later version of it, in the use case and in the table", async () => {
    const stuck = await stuckCase(pool);
    const first = await edit(pool, cara, stuck.key);
    const second = await edit(pool, dev, first.actionKey);
    expect(await requestRows(pool, second.actionKey)).toMatchObject([
      { edited_by: dev.id, editors: [cara.id, dev.id].toSorted() },
    ]);
    const seen = await seenOf(pool, { key: second.actionKey });
    for (const editor of [cara, dev]) {
      await expect(signOff(editor, second.requestId, { verdict: "approve", ...seen })).rejects.toMatchObject({
        code: "own_request",
      });
      const insert = pool.query(
        "insert into sign_off (request_id, requested_by, approver_id, verdict) values ($1, $2, $3, 'approve')",
        [second.requestId, dev.id, editor.id],
      );
      await expect(insert).rejects.toMatchObject({ code: "23514" });
    }
    const listed = await listReviews(cara, { tab: "to_sign", limit: 100 });
    expect(listed.items.map(({ actionKey }) => actionKey)).not.toContain(second.actionKey);
    const { couldSign, viewer } = await readReview(cara, second.reviewId);
    expect(couldSign.map(({ id }) => id)).not.toContain(cara.id);
    expect(viewer.sign).toMatchObject({ allowed: false, because: expect.stringContaining("earlier version") });
  });

  it("signs no resend of it either, which somebody else asks for later", async () => {
    const stuck = await stuckCase(pool);
    const edited = await edit(pool, cara, stuck.key);
    await signEdited(pool, dev, edited);
    await claimReleased(pool, edited.actionKey);
    await pool.query(
      `update action_log set status = 'failed', failure = 'may_have_happened', doubts = 1, judged_attempt = 1,
         completed_at = now(), revision = revision + 1 where key = $1`,
      [edited.actionKey],
    );
    const { rows } = await pool.query(
      "insert into review (action_key, attempt, cause) values ($1, 1, 'failed_in_doubt') returning id",
      [edited.actionKey],
    );
    const seen = await seenOf(pool, { key: edited.actionKey });
    const asked = await createRequest(bo, rows[0].id, { type: "resend", reason: "no answer", ...seen });
    const now = await seenOf(pool, { key: edited.actionKey });
    await expect(signOff(cara, asked.requestId, { verdict: "approve", ...now })).rejects.toMatchObject({
      code: "own_request",
    });
    await expect(signOff(dev, asked.requestId, { verdict: "approve", ...now })).resolves.toMatchObject({
      outcome: "approved",
    });
  });
});

describe("a replaced action", () => {
  it("cannot be reopened, asked for or edited; the desk speaks of the new one", async () => {
    const stuck = await stuckCase(pool);
    const edited = await edit(pool, bo, stuck.key);
    const { version, payloadHash } = await seenOf(pool, stuck);
    await expect(reopen(cara, stuck.reviewId, { reason: "x", version })).rejects.toMatchObject({ status: 409 });
    const ask = createRequest(cara, stuck.reviewId, { type: "dismiss", reason: "x", version, payloadHash });
    await expect(ask).rejects.toMatchObject({ status: 409 });
    const before = await readReview(cara, stuck.reviewId);
    expect(before.verdict).toMatch(/^Edited: the new version is decided instead/);
    const { review, verdict } = await readReview(cara, edited.reviewId);
    expect(review.risk).toMatchObject({ word: "may_duplicate" });
    expect(verdict).toMatch(/An earlier version of it may have arrived/);
  });

  it("gives whoever calls it what becomes of the new one, and the new bytes to the effect", async () => {
    const worker = openWorker(pool);
    const kind = `gated-${randomUUID()}`;
    await pool.query("insert into policy (kind, gate, hold_seconds) values ($1, 'before_send', 0)", [kind]);
    const intent = { runId: `run-${randomUUID()}`, step: 0, kind, target: "ana@acme.test", payload: { n: 1 } };
    const call = () => worker.perform(intent, ({ payload }) => payload);
    const key = actionKey({ ...intent, payloadHash: payloadHash(intent.payload) });
    await expect(call()).rejects.toMatchObject({ name: "HeldError" });

    const first = await edit(pool, bo, key, { n: 2 });
    await expect(call()).rejects.toMatchObject({ name: "HeldError", key: first.actionKey });
    const second = await edit(pool, bo, first.actionKey, { n: 3 });
    await expect(call()).rejects.toMatchObject({ name: "HeldError", key: second.actionKey });
    await expect(worker.once(key, { runId: intent.runId, kind }, () => "ran")).rejects.toMatchObject({
      name: "HeldError",
      key: second.actionKey,
    });
    await signEdited(pool, cara, second);
    const run = worker.run(intent.runId);
    expect(await run.perform({ kind, target: intent.target, payload: { n: 1 } }, ({ payload }) => payload)).toEqual({
      n: 3,
    });
    expect(await call()).toEqual({ n: 3 });
    expect(await worker.once(key, { runId: intent.runId, kind }, () => "ran")).toEqual({ n: 3 });
  });

  it("is worked off by its replacement alone", async () => {
    const kind = `worked-${randomUUID()}`;
    const stuck = await stuckCase(pool, { kind });
    const edited = await edit(pool, bo, stuck.key, { n: 2 });
    await signEdited(pool, cara, edited);
    const stop = new AbortController();
    const seen: unknown[] = [];
    await openWorker(pool).work(
      {
        [kind]: ({ key, payload }) => {
          seen.push([key, payload]);
          stop.abort();
        },
      },
      { signal: stop.signal, pollMs: 20 },
    );
    expect(seen).toEqual([[edited.actionKey, { n: 2 }]]);
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "dismissed", attempt: 1 });
  });
});

it("case 29: edited, resent and failed, then edited and resent again, is a third action, linked", async () => {
  const stuck = await stuckCase(pool);
  const first = await edit(pool, bo, stuck.key, { n: 1 });
  await signEdited(pool, cara, first);
  await claimReleased(pool, first.actionKey);
  await pool.query(
    `update action_log set status = 'failed', failure = 'did_not_happen', judged_attempt = 1, completed_at = now(),
       revision = revision + 1 where key = $1`,
    [first.actionKey],
  );
  await pool.query("insert into review (action_key, attempt, cause) values ($1, 1, 'failed_for_good')", [
    first.actionKey,
  ]);

  const second = await edit(pool, bo, first.actionKey, { n: 2 });
  await signEdited(pool, cara, second);
  expect(await claimReleased(pool, second.actionKey)).toBe(1);
  expect(await actionRow(pool, stuck.key)).toMatchObject({ replaced_by: first.actionKey });
  expect(await actionRow(pool, first.actionKey)).toMatchObject({ replaced_by: second.actionKey, attempt: 1 });
  expect(await actionRow(pool, second.actionKey)).toMatchObject({ replaced_by: null, payload: '{"n":2}' });
});
