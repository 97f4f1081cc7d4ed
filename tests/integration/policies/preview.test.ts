import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { givenFieldsSchema } from "#lib/policies/contract.ts";
import { listPolicies, previewPolicy, readPolicyDetail } from "#lib/policies/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { minutesAgo, seedAction, seedPlain, seedRequested } from "../reaper/seed.ts";
import { edit, newKind, policySnapshot, shippedKind } from "./desk.ts";

const { pool } = testDatabase();
let ada: Actor;
let bo: Actor;

beforeAll(async () => {
  ada = await person(pool, "Ada", "admin");
  await person(pool, "Dev", "admin");
  bo = await person(pool, "Bo", "operator");
});

async function seedSucceeded(kind: string, endedMinutesAgo: number, tookMinutes: number, settledBy = "worker") {
  await seedAction(pool, {
    kind,
    status: "succeeded",
    settled_by: settledBy,
    attempted_at: minutesAgo(endedMinutesAgo + tookMinutes),
    completed_at: minutesAgo(endedMinutesAgo),
  });
}

const DAY_MINUTES = 24 * 60;

describe("a preview", () => {
  it("counts what is in flight, what lately took longer, and what waits for a person, of its kind alone", async () => {
    const kind = await shippedKind(pool, { recovery: "retry" });
    for (const one of [kind, await shippedKind(pool)]) {
      await seedAction(pool, { kind: one, attempted_at: minutesAgo(20), deadline_at: minutesAgo(-5) });
      await seedAction(pool, { kind: one, attempted_at: minutesAgo(2), deadline_at: minutesAgo(-5) });
      await seedPlain(pool, { kind: one, attempted_at: minutesAgo(20), heartbeat_at: minutesAgo(1) });
      await seedSucceeded(one, DAY_MINUTES, 12);
      await seedSucceeded(one, DAY_MINUTES, 3);
      await seedSucceeded(one, 20 * DAY_MINUTES, 14);
      await seedSucceeded(one, 90 * DAY_MINUTES, 30);
      await seedSucceeded(one, DAY_MINUTES, 60, "late_worker");
      await seedRequested(pool, { sign_offs_needed: 1, recovery: "retry", gate: "never" }, { kind: one });
      await seedRequested(
        pool,
        { sign_offs_needed: 1, recovery: "retry", gate: "never" },
        { kind: one, attempt: 3, judged_attempt: 3 },
      );
      await seedRequested(
        pool,
        { type: "dismiss", sign_offs_needed: 0, recovery: "retry" },
        { kind: one, first_attempted_at: minutesAgo(2 * DAY_MINUTES) },
      );
    }
    const before = await policySnapshot(pool, kind);
    const preview = await previewPolicy(ada, kind, { staleAfterSeconds: 600, signOffs: { resend: 2 } });
    expect(preview).toMatchObject({
      changes: [
        { field: "staleAfterSeconds", before: 900, after: 600 },
        { field: "signOffs.resend", before: 1, after: 2 },
      ],
      problems: [{ field: "staleAfterSeconds", message: expect.stringContaining("took 840 s") }],
      loosens: ["staleAfterSeconds"],
      needsSecondAdmin: true,
      takesEffectAfterSeconds: 60,
      waiting: {
        inFlight: 3,
        inFlightPastLimit: 1,
        openReviews: 3,
        wouldHaveRetried: 1,
        wouldHaveBeenChecked: 0,
        pendingRequests: 3,
        pendingNeedingMore: 2,
        pendingSuperseded: 0,
      },
      lastWeek: { succeeded: 2, slowerThanLimit: 1, longestSeconds: 840 },
    });
    expect(await previewPolicy(ada, kind, { recovery: "ask" })).toMatchObject({
      problems: [],
      loosens: [],
      needsSecondAdmin: false,
      takesEffectAfterSeconds: 0,
      waiting: { wouldHaveRetried: 0, pendingSuperseded: 3, pendingNeedingMore: 0 },
    });
    expect(await policySnapshot(pool, kind)).toEqual(before);
  });

  it("says what is allowed and probably not meant", async () => {
    const kind = await shippedKind(pool);
    const given = { recovery: "retry" as const, requestTtlSeconds: 172_800 };
    expect((await previewPolicy(ada, kind, given)).remarks).toMatchObject([{ field: "requestTtlSeconds" }]);
  });

  it("of a kind without a policy starts from the default", async () => {
    expect(await previewPolicy(ada, newKind(), { recovery: "retry" })).toMatchObject({
      changes: [{ field: "recovery", before: "ask", after: "retry" }],
      loosens: ["recovery"],
      waiting: { inFlight: 0, openReviews: 0, pendingRequests: 0 },
      lastWeek: { succeeded: 0, longestSeconds: null },
    });
  });

  it("is an admin's", async () => {
    await expect(previewPolicy(bo, newKind(), {})).rejects.toMatchObject({ status: 403 });
  });
});

describe("reading", () => {
  it("lists kinds without a policy first, then those with most open reviews, broken ones as such", async () => {
    const broken = await shippedKind(pool, { recovery: "retry", redact: [], verify: JSON.stringify({ url: 7 }) });
    const unknown = newKind();
    await seedPlain(pool, { kind: unknown });
    await seedRequested(pool, {}, { kind: broken });
    for (let n = 0; n < 5; n += 1) await seedRequested(pool, {}, { kind: "post_message" });
    const { items } = await listPolicies(bo);
    expect(items[0]).toMatchObject({ kind: unknown, state: "none", version: 0, fields: { recovery: "ask" } });
    expect(items[1]).toMatchObject({ kind: "post_message", state: "in_force", openReviews: 5 });
    expect(items.find(({ kind }) => kind === broken)).toMatchObject({
      state: "broken",
      brokenFields: expect.arrayContaining([expect.stringMatching(/^verify/)]),
      fields: { recovery: "ask", verify: null },
      openReviews: 1,
    });
    expect(items.map(({ kind }) => kind)).toEqual([...new Set(items.map(({ kind }) => kind))]);
  });

  it("shows every revision with what it changed, who, when and why", async () => {
    const kind = newKind();
    await edit(pool, ada, kind, { holdSeconds: 40 });
    await edit(pool, ada, kind, { maxAttempts: 9 });
    const detail = await readPolicyDetail(bo, kind);
    expect(detail).toMatchObject({
      version: 1,
      updatedBy: { name: "Ada" },
      proposal: { version: 2, proposedBy: { id: ada.id, name: "Ada" } },
      viewer: { edit: { allowed: false }, sign: { allowed: false } },
      revisions: [
        {
          version: 2,
          state: "proposed",
          loosens: true,
          changes: [{ field: "maxAttempts", before: 3, after: 9 }],
          effectiveAt: null,
        },
        {
          version: 1,
          state: "in_force",
          reason: "because",
          changes: [{ field: "holdSeconds", before: 30, after: 40 }],
          proposedBy: { name: "Ada" },
          effectiveAt: expect.any(String),
        },
      ],
    });
    expect((await listPolicies(bo)).items.find((row) => row.kind === kind)).toMatchObject({ proposal: { version: 2 } });
  });

  it("shows what came with the installation", async () => {
    const { revisions } = await readPolicyDetail(bo, "send_email");
    expect(revisions).toMatchObject([
      { version: 1, reason: "shipped with Notwice", fields: { staleAfterSeconds: 2400, signOffs: { resend: 1 } } },
    ]);
    expect(await readPolicyDetail(bo, newKind())).toMatchObject({ state: "none", version: 0, revisions: [] });
  });
});

it("a field that is none of ours, or out of its bounds, is refused by its name", () => {
  const refusals = [
    { recovery: "hope" },
    { staleAfterSeconds: 0 },
    { staleAfterSeconds: 0.5 },
    { holdSeconds: -1 },
    { maxAttempts: 0 },
    { gate: "sometimes" },
    { signOffs: { resend: -1 } },
    { colour: "red" },
    {
      verify: { url: "https://provider.example.com/{nonsense}", landed: { status: [200] }, absent: { status: [404] } },
    },
    {
      verify: {
        url: "https://provider.example.com/{key}",
        landed: {
          status: [200],
          match: [
            { pointer: "/a", equals: 1 },
            { pointer: "/a", equals: 2 },
          ],
        },
        absent: { status: [404] },
      },
    },
  ];
  const paths = refusals.map((given) => {
    const [issue] = givenFieldsSchema.safeParse(given).error?.issues ?? [];
    return issue?.code === "unrecognized_keys" ? issue.keys.join() : issue?.path.join(".");
  });
  expect(paths).toEqual([
    "recovery",
    "staleAfterSeconds",
    "staleAfterSeconds",
    "holdSeconds",
    "maxAttempts",
    "gate",
    "signOffs.resend",
    "colour",
    "verify.url",
    "verify.landed",
  ]);
});
