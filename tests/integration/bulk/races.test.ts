import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { AppError } from "#lib/errors.ts";
import {
  askBulkRequest,
  createRequest,
  readBulkRequest,
  signBulkRequest,
  signOff,
  stopBulkRequest,
} from "#lib/reviews/index.ts";
import { askedOf, countsOf, draftOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { claimReleased, person, seenOf, type StuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const ROUNDS = 6;
const ITEMS = 5;
const WHY = { reason: "They say nothing arrived", paceSeconds: 0 };
const APPROVE = { verdict: "approve" as const };
const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  dev = await person(pool, "Dev", "approver");
});

/** What each call answered; an error that is no refusal fails the test. */
async function race<T>(...calls: Promise<T>[]): Promise<(T | AppError)[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    if (outcome.reason instanceof AppError) return outcome.reason;
    throw outcome.reason;
  });
}

/**
 * Holds one action's row until everyone in the race waits behind it, so that all of them meet. The barrier is the
 * server's own list of who waits for whom.
 */
async function behind<T>(stuck: StuckCase, waiters: number, start: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from action_log where key = $1 for update", [stuck.key]);
    const running = start();
    await expect
      .poll(
        async () => {
          const { rows } = await pool.query(
            "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows[0].waiting;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBeGreaterThanOrEqual(waiters);
    await holder.query("rollback");
    return await running;
  } finally {
    holder.release();
  }
}

const at = (cases: readonly StuckCase[], place: number) => cases.at(place) as StuckCase;

async function requestIdOf({ key }: StuckCase): Promise<string> {
  return String((await requestRows(pool, key)).at(-1)?.["id"]);
}

describe("at the same moment", () => {
  it("case 16: a bulk ask and a single one are one pending request, and the other is told who asked", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS);
      const id = await draftOf(pool, bo, cases);
      const single = at(cases, round % ITEMS);
      const input = { type: "resend" as const, reason: "single", ...(await seenOf(pool, single)) };
      const [bulk, alone] = await behind(single, 2, () =>
        race<unknown>(askBulkRequest(bo, id, WHY), createRequest(cara, single.reviewId, input)),
      );
      const [pending, ...others] = await requestRows(pool, single.key);
      expect([pending?.["state"], others]).toEqual(["pending", []]);
      const isFirst = !(alone instanceof AppError);
      expect(alone).toMatchObject(isFirst ? { outcome: "pending" } : { code: "request_pending", facts: { by: "Bo" } });
      const refused = isFirst ? [{ code: "request_pending", by: "Cara" }] : [];
      expect(bulk).toMatchObject({ pending: isFirst ? ITEMS - 1 : ITEMS, refused });
    }
  });

  it("N tabs of its maker ask once", async () => {
    const cases = await stuckCases(pool, ITEMS);
    const id = await draftOf(pool, bo, cases);
    const answers = await behind(at(cases, 0), 4, () => race(...[1, 2, 3, 4].map(() => askBulkRequest(bo, id, WHY))));
    expect(answers.filter((answer) => !(answer instanceof AppError))).toHaveLength(1);
    expect(answers.filter((answer) => answer instanceof AppError).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => "decided_otherwise"),
    );
    for (const { key } of cases) expect(await requestRows(pool, key)).toHaveLength(1);
  });

  it("case 18: N tabs and two approvers sign once, and release once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS);
      const id = await askedOf(pool, bo, cases);
      const signers = [cara, cara, dev, dev];
      const answers = await behind(at(cases, 0), 4, () =>
        race(...signers.map((signer) => signBulkRequest(signer, id, APPROVE))),
      );
      const won = answers.filter((answer) => !(answer instanceof AppError));
      expect(won).toMatchObject([{ signed: ITEMS, decided: ITEMS }]);
      for (const { key } of cases) {
        expect(await auditActions(pool, key)).toEqual(["action.released"]);
        expect(await claimReleased(pool, key)).toBe(2);
        expect(await claimReleased(pool, key)).toBeNull();
      }
    }
  });

  it("a bulk signature and a single one on the same request are one release", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS);
      const id = await askedOf(pool, bo, cases);
      const single = at(cases, round % ITEMS);
      const requestId = await requestIdOf(single);
      const input = { ...APPROVE, ...(await seenOf(pool, single)) };
      const [bulk, alone] = await behind(single, 2, () =>
        race<unknown>(signBulkRequest(cara, id, APPROVE), signOff(dev, requestId, input)),
      );
      expect(await auditActions(pool, single.key)).toEqual(["action.released"]);
      const by = alone instanceof AppError ? cara : dev;
      expect((await requestRows(pool, single.key))[0]).toMatchObject({ state: "approved", decided_by: by.id });
      expect(bulk).toMatchObject({ decided: alone instanceof AppError ? ITEMS : ITEMS - 1 });
      for (const { key } of cases) expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
    }
  });

  it("two sets that share their rows in opposite orders do not wait for each other for ever", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS);
      const drafts = [await draftOf(pool, bo, cases), await draftOf(pool, cara, cases.toReversed())] as const;
      const answers = await behind(at(cases, 2), 2, () =>
        race(askBulkRequest(bo, drafts[0], WHY), askBulkRequest(cara, drafts[1], WHY)),
      );
      const made = answers.map((answer) => (answer instanceof AppError ? answer.code : String(answer.pending)));
      expect(new Set(made)).toEqual(new Set(["0", String(ITEMS)]));
      for (const { key } of cases) expect(await requestRows(pool, key)).toMatchObject([{ state: "pending" }]);
      const { rows } = await pool.query(
        "select deadlocks::int from pg_stat_database where datname = current_database()",
      );
      expect(rows).toEqual([{ deadlocks: 0 }]);
    }
  });

  it("case 26: a bulk signature and a late success of one item end with the success; its neighbours are released", async () => {
    const cases = await stuckCases(pool, ITEMS);
    const id = await askedOf(pool, bo, cases);
    const single = at(cases, 2);
    const report = "select notwice_late_success($1, 1, null, '{}', 'late_worker', 'mailer-1')";
    await behind(single, 2, () => race<unknown>(signBulkRequest(cara, id, APPROVE), pool.query(report, [single.key])));
    expect(await actionRow(pool, single.key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
    expect(await reviewRows(pool, single.key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
    for (const { key } of cases.filter((one) => one !== single)) {
      expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
    }
    const { asked, waiting, refused, notAttempted } = await countsOf(bo, id);
    expect([asked, waiting, refused + notAttempted]).toEqual([ITEMS, ITEMS - 1, 1]);
  });
});

describe("case 27: a stop half-way, while workers claim", () => {
  it("every item is claimed once or taken back, and the numbers add up", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS * 2);
      const id = await askedOf(pool, bo, cases);
      await signBulkRequest(cara, id, APPROVE);
      for (const { key } of cases.slice(0, 3)) await claimReleased(pool, key);
      const [stopped, ...claims] = await behind(at(cases, 5), 2, () =>
        race<unknown>(stopBulkRequest(dev, id), ...cases.slice(3, 8).map(async ({ key }) => claimReleased(pool, key))),
      );
      const claimed = 3 + claims.filter((attempt) => attempt === 2).length;
      expect(stopped).toMatchObject({ takenBack: cases.length - claimed, withdrawn: 0 });
      const statuses = await Promise.all(cases.map(async ({ key }) => (await actionRow(pool, key)).status));
      expect(statuses.filter((status) => status === "in_flight")).toHaveLength(claimed);
      expect(statuses.filter((status) => status === "failed")).toHaveLength(cases.length - claimed);
      expect(await countsOf(bo, id)).toEqual({
        asked: cases.length,
        done: claimed,
        notAttempted: cases.length - claimed,
        refused: 0,
        waiting: 0,
        leftOut: 0,
      });
      for (const { key } of cases) expect(await claimReleased(pool, key)).toBeNull();
    }
  });

  it("a stop and a signature end in one of the two", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cases = await stuckCases(pool, ITEMS);
      const id = await askedOf(pool, bo, cases);
      const [stopped, signed] = await behind(at(cases, 0), 2, () =>
        race<unknown>(stopBulkRequest(bo, id), signBulkRequest(cara, id, APPROVE)),
      );
      const isStopped = signed instanceof AppError;
      expect(signed).toMatchObject(isStopped ? { code: "decided_otherwise", facts: { by: "Bo" } } : { decided: ITEMS });
      expect(stopped).toMatchObject({ takenBack: isStopped ? 0 : ITEMS, withdrawn: isStopped ? ITEMS : 0 });
      for (const { key } of cases) expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
      expect(await countsOf(bo, id)).toMatchObject({ asked: ITEMS, notAttempted: ITEMS });
    }
  });
});

describe("stopping", () => {
  it("is for its maker, its signers and approvers; once; and leaves what was claimed", async () => {
    const eve = await person(pool, "Eve", "operator");
    const cases = await stuckCases(pool, 3);
    const id = await askedOf(pool, bo, cases);
    await expect(stopBulkRequest(dev, id)).rejects.toMatchObject({ code: "illegal_transition" });
    await signBulkRequest(cara, id, APPROVE);
    await claimReleased(pool, at(cases, 0).key);
    await expect(stopBulkRequest(eve, id)).rejects.toMatchObject({ status: 403 });
    const answer = await stopBulkRequest(bo, id);
    expect(answer).toMatchObject({ takenBack: 2, withdrawn: 0 });
    expect(await stopBulkRequest(bo, id)).toEqual(answer);
    await expect(stopBulkRequest(dev, id)).rejects.toMatchObject({ code: "decided_otherwise", facts: { by: "Bo" } });
    expect(await actionRow(pool, at(cases, 0).key)).toMatchObject({ status: "in_flight" });
    for (const one of cases.slice(1)) {
      expect(await actionRow(pool, one.key)).toMatchObject({ status: "failed", release_request_id: null });
      expect(await reviewRows(pool, one.key)).toMatchObject([{ state: "open" }]);
      expect((await auditActions(pool, await requestIdOf(one))).at(-1)).toBe("release.taken_back");
    }
    expect((await auditActions(pool, id)).at(-1)).toBe("bulk_request.stopped");
    const { items, state } = await readBulkRequest(bo, id, { show: "not_attempted", limit: 10 });
    expect([state, items.map(({ reason }) => [reason?.code, reason?.by])]).toEqual([
      "stopped",
      [
        ["taken_back", "Bo"],
        ["taken_back", "Bo"],
      ],
    ]);
    await expect(signBulkRequest(dev, id, APPROVE)).rejects.toMatchObject({ facts: { decision: "stopped" } });
  });
});
