import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { readBindingPolicies } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { createRequest, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";
import { actionRow, requestRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedPlain } from "../reaper/seed.ts";
import { edit, hoursAgo, newKind, shippedKind } from "./desk.ts";

const { pool } = testDatabase();
let ada: Actor;
let bo: Actor;
let cara: Actor;
let dora: Actor;

beforeAll(async () => {
  ada = await person(pool, "Ada", "admin");
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  dora = await person(pool, "Dora", "approver");
});

type Since = { version: number; fields: object; at: Date; loosens?: boolean };

/** A kind whose policy was edited at these times; the last one is the one in force. */
async function editedKind(columns: Record<string, unknown>, ...edits: Since[]): Promise<string> {
  const last = edits.at(-1);
  const kind = await shippedKind(pool, {
    ...columns,
    version: last?.version ?? 1,
    effective_at: last?.at ?? hoursAgo(9),
  });
  for (const { version, fields, at, loosens = false } of edits) {
    await pool.query(
      `insert into policy_revision (kind, version, fields, loosens, proposed_by, effective_at, proposed_at)
       values ($1, $2, $3, $4, 'ada', $5, $5)`,
      [kind, version, fields, loosens, at],
    );
  }
  return kind;
}

async function bindingOf(key: string) {
  return (await readBindingPolicies([key])).get(key);
}

describe("what binds an action", () => {
  it("is read for any number of actions of any kinds at once", async () => {
    const kind = await editedKind(
      { recovery: "retry", max_attempts: 9 },
      { version: 1, fields: { recovery: "ask", maxAttempts: 2 }, at: hoursAgo(9) },
      { version: 2, fields: { recovery: "verify", maxAttempts: 9 }, at: hoursAgo(6) },
      { version: 3, fields: { recovery: "retry", maxAttempts: 9 }, at: hoursAgo(3) },
    );
    const keys = [
      await seedAction(pool, { kind, attempted_at: hoursAgo(1) }),
      await seedAction(pool, { kind, attempted_at: hoursAgo(4) }),
      await seedAction(pool, { kind, attempted_at: hoursAgo(7) }),
      await seedAction(pool, { kind: await shippedKind(pool, { recovery: "retry" }), attempted_at: hoursAgo(99) }),
      await seedAction(pool, { kind: "nobody_knows" }),
    ];
    const binding = await readBindingPolicies(keys);
    expect(keys.map((key) => binding.get(key))).toMatchObject([
      { recovery: "retry", maxAttempts: 9, version: 3 },
      { recovery: "verify", maxAttempts: 9 },
      { recovery: "ask", maxAttempts: 2 },
      { recovery: "retry" },
      undefined,
    ]);
    expect(await readBindingPolicies([])).toEqual(new Map());
  });

  it("is the strictest of all where nobody knows when it was claimed", async () => {
    const kind = await editedKind(
      { recovery: "retry" },
      { version: 1, fields: { recovery: "ask" }, at: hoursAgo(9) },
      { version: 2, fields: { recovery: "retry" }, at: hoursAgo(3) },
    );
    expect(await bindingOf(await seedPlain(pool, { kind, attempted_at: "infinity" }))).toMatchObject({
      recovery: "ask",
    });
  });

  it("is the tightened one at once, and the loosened one only for claims after its minute", async () => {
    const kind = await shippedKind(pool, { recovery: "retry" });
    const key = await seedAction(pool, { kind });
    await edit(pool, ada, kind, { signOffs: { resend: 2 }, maxAttempts: 2 });
    expect(await bindingOf(key)).toMatchObject({ signOffs: { resend: 2 }, maxAttempts: 2 });
    await edit(pool, ada, kind, { signOffs: { resend: 1 }, maxAttempts: 9, holdSeconds: 77 });
    const fresh = await seedAction(pool, { kind, attempted_at: new Date() });
    const later = await seedAction(pool, { kind, attempted_at: new Date(Date.now() + 61_000) });
    for (const one of [key, fresh]) {
      expect(await bindingOf(one)).toMatchObject({ signOffs: { resend: 2 }, maxAttempts: 2, holdSeconds: 77 });
    }
    expect(await bindingOf(later)).toMatchObject({ signOffs: { resend: 1 }, maxAttempts: 9, holdSeconds: 77 });
  });

  it("is the default for what was claimed before its kind had a policy", async () => {
    const kind = newKind();
    const key = await seedAction(pool, { kind });
    expect(await bindingOf(key)).toBeUndefined();
    await edit(pool, ada, kind, { recovery: "retry" });
    expect(await bindingOf(key)).toMatchObject({ recovery: "ask" });
  });

  it("counts a revision that cannot be read as ask", async () => {
    const kind = await editedKind(
      { recovery: "retry" },
      { version: 1, fields: { recovery: "retry", holdSeconds: "soon" }, at: hoursAgo(9) },
      { version: 2, fields: { recovery: "retry" }, at: hoursAgo(3) },
    );
    expect(await bindingOf(await seedAction(pool, { kind, attempted_at: hoursAgo(4) }))).toMatchObject({
      recovery: "ask",
    });
  });
});

describe("the reaper", () => {
  it("asks about what was claimed before a loosening, and retries what was claimed after it", async () => {
    const kind = await editedKind(
      { recovery: "retry" },
      { version: 1, fields: { recovery: "ask" }, at: hoursAgo(9) },
      { version: 2, fields: { recovery: "retry" }, at: hoursAgo(3), loosens: true },
    );
    const before = await seedAction(pool, { kind, attempted_at: hoursAgo(4), first_attempted_at: hoursAgo(4) });
    const after = await seedAction(pool, { kind });
    await runPass();
    expect(await actionRow(pool, before)).toMatchObject({ status: "failed" });
    expect(await reviewRows(pool, before)).toMatchObject([{ cause: "stale", state: "open" }]);
    expect(await actionRow(pool, after)).toMatchObject({ status: "released", release_reason: "retry" });
  });

  it("keeps the longest limit that was in force since the claim of a row without a deadline", async () => {
    const kind = await editedKind(
      { stale_after_seconds: 60 },
      { version: 1, fields: { staleAfterSeconds: 7200 }, at: hoursAgo(9) },
      { version: 2, fields: { staleAfterSeconds: 60 }, at: minutesAgo(30), loosens: true },
    );
    const patient = await seedPlain(pool, { kind, attempted_at: minutesAgo(40) });
    const overdue = await seedPlain(pool, { kind, attempted_at: minutesAgo(130) });
    const quick = await seedPlain(pool, { kind, attempted_at: minutesAgo(20) });
    const fresh = await editedKind(
      { stale_after_seconds: 60 },
      {
        version: 1,
        fields: { staleAfterSeconds: 60 },
        at: minutesAgo(5),
        loosens: true,
      },
    );
    const default15 = await seedPlain(pool, { kind: fresh, attempted_at: minutesAgo(10) });
    const default15Over = await seedPlain(pool, { kind: fresh, attempted_at: minutesAgo(16) });
    await runPass();
    const statuses = await Promise.all(
      [patient, overdue, quick, default15, default15Over].map(async (key) => (await actionRow(pool, key)).status),
    );
    expect(statuses).toEqual(["in_flight", "failed", "failed", "in_flight", "failed"]);
  });
});

describe("a review", () => {
  it("needs as many signatures as the strictest since the claim, and says so", async () => {
    const kind = await shippedKind(pool, { sign_offs_resend: 2 });
    const stuck = await stuckCase(pool, { kind });
    await edit(pool, ada, kind, { signOffs: { resend: 1 } });
    expect((await readReview(bo, stuck.reviewId)).rules.signOffs.resend).toBe(2);
    const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
    const { requestId } = await createRequest(bo, stuck.reviewId, input);
    const approve = async (who: Actor) =>
      signOff(who, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
    expect((await approve(cara)).outcome).toBe("recorded");
    expect((await approve(dora)).outcome).toBe("approved");
  });

  it("wants more signatures for a pending request once the policy was tightened", async () => {
    const kind = await shippedKind(pool);
    const stuck = await stuckCase(pool, { kind });
    const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
    const { requestId } = await createRequest(bo, stuck.reviewId, input);
    await edit(pool, ada, kind, { signOffs: { resend: 2 } });
    const seen = await seenOf(pool, stuck);
    expect((await signOff(cara, requestId, { verdict: "approve", ...seen })).outcome).toBe("recorded");
    expect(await requestRows(pool, stuck.key)).toMatchObject([{ state: "pending", sign_offs_needed: 2 }]);
  });

  it("supersedes a pending request whose recovery was tightened under it, and not one that was loosened", async () => {
    const [tightened, loosened] = [await shippedKind(pool, { recovery: "retry" }), await shippedKind(pool)];
    const ask = async (kind: string) => {
      const stuck = await stuckCase(pool, { kind });
      const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
      return { stuck, requestId: (await createRequest(bo, stuck.reviewId, input)).requestId };
    };
    const cases = [await ask(tightened), await ask(loosened)];
    await edit(pool, ada, tightened, { recovery: "ask" });
    await edit(pool, ada, loosened, { recovery: "retry" });
    const answers = await Promise.allSettled(
      cases.map(async ({ stuck, requestId }) =>
        signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) }),
      ),
    );
    expect(answers).toMatchObject([
      { status: "rejected", reason: { code: "superseded", status: 410 } },
      { status: "fulfilled", value: { outcome: "approved" } },
    ]);
  });
});
