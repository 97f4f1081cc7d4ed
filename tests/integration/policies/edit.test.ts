import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { type GivenFields, givenFieldsSchema } from "#lib/policies/contract.ts";
import { editPolicy, readPolicyDetail } from "#lib/policies/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { edit, hoursAgo, newKind, policyRow, policySnapshot, revisionRows, shippedKind } from "./desk.ts";

const { pool } = testDatabase();
let ada: Actor;
let bo: Actor;
let cara: Actor;

/** One admin: the second one is of other files. */
beforeAll(async () => {
  ada = await person(pool, "Ada", "admin");
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  const gone = await person(pool, "Gone", "admin");
  await pool.query("update auth_user set disabled_at = now() where id = $1", [gone.id]);
  await pool.query("update auth_user set admin_until = null");
});

const RULE = {
  url: "https://provider.example.com/messages/{key}",
  landed: { status: [200] },
  absent: { status: [404] },
};

function secondsFromNow(at: unknown): number {
  return Math.round((new Date(String(at)).getTime() - Date.now()) / 1000);
}

describe("an edit", () => {
  it("that tightens takes effect at once, with its revision and its audit row", async () => {
    const kind = await shippedKind(pool);
    const answer = await edit(pool, ada, kind, { signOffs: { resend: 2 }, gate: "before_send" });
    expect(answer).toMatchObject({ kind, outcome: "in_force", version: 2, loosens: [] });
    const row = await policyRow(pool, kind);
    expect(row).toMatchObject({ sign_offs_resend: 2, gate: "before_send", version: 2, updated_by: ada.id });
    expect(secondsFromNow(row["effective_at"])).toBeLessThanOrEqual(0);
    expect((await revisionRows(pool, kind)).slice(1)).toMatchObject([
      {
        version: 2,
        state: "in_force",
        loosens: false,
        needs_sign_off: false,
        proposed_by: ada.id,
        approved_by: null,
        reason: "because",
        effective_at: row["effective_at"],
        fields: { gate: "before_send", signOffs: { resend: 2, dismiss: 0, markHappened: 0 }, maxAttempts: 3 },
      },
    ]);
    const { rows } = await pool.query("select * from audit_log where subject_type = 'policy' and subject_id = $1", [
      kind,
    ]);
    expect(rows).toMatchObject([
      {
        action: "policy.edited",
        actor_type: "person",
        actor_id: ada.id,
        detail: { version: 2, seen_version: 1, changed: ["gate", "signOffs.resend"], loosens: [] },
      },
    ]);
  });

  it("that loosens takes effect after a minute, by the only admin alone", async () => {
    const kind = await shippedKind(pool, { gate: "before_send" });
    const answer = await edit(pool, ada, kind, { recovery: "retry", gate: "never" });
    expect(answer).toMatchObject({ outcome: "in_force", loosens: ["recovery", "gate"] });
    const row = await policyRow(pool, kind);
    expect(row).toMatchObject({ recovery: "retry", version: 2, gate_until: row["effective_at"] });
    expect(secondsFromNow(row["effective_at"])).toBeGreaterThan(55);
    expect(secondsFromNow(row["effective_at"])).toBeLessThanOrEqual(60);
  });

  it("of another field does not hasten a loosening that waits to take effect", async () => {
    const kind = await shippedKind(pool, { gate: "before_send" });
    await edit(pool, ada, kind, { gate: "never", maxAttempts: 9 });
    const { effective_at, gate_until } = await policyRow(pool, kind);
    expect(await edit(pool, ada, kind, { backoffSeconds: 7 })).toMatchObject({ loosens: [] });
    expect(await policyRow(pool, kind)).toMatchObject({ effective_at, gate_until, version: 3 });
    await edit(pool, ada, kind, { gate: "before_send", maxAttempts: 3 });
    const row = await policyRow(pool, kind);
    expect(row).toMatchObject({ gate_until: null, version: 4 });
    expect(secondsFromNow(row["effective_at"])).toBeLessThanOrEqual(0);
  });

  it("gives a kind its first policy: tighter than the default at once, looser after a minute", async () => {
    const tight = newKind();
    expect(await edit(pool, ada, tight, { signOffs: { dismiss: 1 } })).toMatchObject({ version: 1, loosens: [] });
    expect(secondsFromNow((await policyRow(pool, tight))["effective_at"])).toBeLessThanOrEqual(0);
    const loose = newKind();
    expect(await edit(pool, ada, loose, { recovery: "retry" })).toMatchObject({ version: 1, loosens: ["recovery"] });
    expect(secondsFromNow((await policyRow(pool, loose))["effective_at"])).toBeGreaterThan(55);
  });

  it("first writes down what plain SQL left in force, and since when", async () => {
    const kind = await shippedKind(pool, { hold_seconds: 40 });
    const { effective_at } = await policyRow(pool, kind);
    await edit(pool, ada, kind, { holdSeconds: 50 });
    expect(await revisionRows(pool, kind)).toMatchObject([
      { version: 1, fields: { holdSeconds: 40 }, proposed_by: "system", effective_at },
      { version: 2, fields: { holdSeconds: 50 } },
    ]);
    await pool.query("update policy set hold_seconds = 60 where kind = $1", [kind]);
    expect(await edit(pool, ada, kind, { holdSeconds: 70 })).toMatchObject({ version: 4 });
    expect((await revisionRows(pool, kind)).slice(2)).toMatchObject([
      { version: 3, fields: { holdSeconds: 60 } },
      { version: 4, fields: { holdSeconds: 70 } },
    ]);
  });

  it("can bring an earlier revision back", async () => {
    const kind = newKind();
    await edit(pool, ada, kind, { signOffs: { resend: 2 }, redact: ["body"] });
    await edit(pool, ada, kind, { signOffs: { resend: 3 }, redact: [] });
    const first = (await readPolicyDetail(bo, kind)).revisions.at(-1);
    await edit(pool, ada, kind, givenFieldsSchema.parse(first?.fields));
    expect(await policyRow(pool, kind)).toMatchObject({ sign_offs_resend: 2, redact: ["body"], version: 3 });
  });

  it("repairs a policy that cannot be read, and keeps what can be", async () => {
    const kind = await shippedKind(pool, {
      recovery: "retry",
      max_attempts: 9,
      verify: JSON.stringify(["no", "rule"]),
    });
    const detail = await readPolicyDetail(bo, kind);
    expect(detail).toMatchObject({ state: "broken", brokenFields: ["verify"], fields: { recovery: "ask" } });
    expect(await edit(pool, ada, kind, { maxAttempts: 9 })).toMatchObject({ loosens: [] });
    expect(await policyRow(pool, kind)).toMatchObject({ recovery: "ask", max_attempts: 9, verify: null });
    expect(await readPolicyDetail(bo, kind)).toMatchObject({ state: "in_force", brokenFields: [] });
  });
});

describe("a refused edit moves nothing", () => {
  async function refused(actor: Actor, kind: string, fields: GivenFields, version = 1): Promise<unknown> {
    const before = await policySnapshot(pool, kind);
    const error: unknown = await editPolicy(actor, kind, { fields, reason: "because", version }).then(
      () => "was saved",
      (error: unknown) => error,
    );
    expect(await policySnapshot(pool, kind)).toEqual(before);
    return error;
  }

  it("of who is no admin", async () => {
    const kind = await shippedKind(pool);
    expect(await refused(bo, kind, { maxAttempts: 2 })).toMatchObject({ code: "forbidden", status: 403 });
    expect(await refused(cara, kind, { maxAttempts: 2 })).toMatchObject({ code: "forbidden", status: 403 });
  });

  it("of a version that is no longer the one in force, saying who saved and when", async () => {
    const kind = await shippedKind(pool);
    await edit(pool, ada, kind, { maxAttempts: 2 });
    const at = ((await policyRow(pool, kind))["updated_at"] as Date).toISOString();
    expect(await refused(ada, kind, { maxAttempts: 1 }, 1)).toMatchObject({
      code: "changed_since_seen",
      status: 412,
      message: expect.stringMatching(/^Ada saved version 2 on /),
      facts: { by: "Ada", at, version: 2 },
    });
    expect(await refused(ada, newKind(), { maxAttempts: 1 }, 4)).toMatchObject({ status: 412, facts: { version: 0 } });
  });

  it("that changes nothing", async () => {
    expect(await refused(ada, await shippedKind(pool), { maxAttempts: 3 })).toMatchObject({ status: 422 });
  });

  it.each<[string, string, GivenFields]>([
    ["a rule is missing", "verify", { recovery: "verify" }],
    ["the address is forbidden", "verify.url", { verify: { ...verifyDefaults(), url: "https://10.0.0.1/{key}" } }],
    ["the key is forgotten too early", "providerWindowSeconds", { recovery: "retry", providerWindowSeconds: 900 }],
    ["a release expires first", "backoffSeconds", { recovery: "retry", backoffSeconds: 3600 }],
    ["the webhook goes nowhere", "nudgeWebhook", { nudge: "webhook" }],
    [
      "the webhook goes to this machine",
      "nudgeWebhook.url",
      { nudge: "webhook", nudgeWebhook: { url: "https://127.0.0.1/x", secretEnv: "NOTWICE_SECRET_X" } },
    ],
  ])("because %s", async (_, field, fields) => {
    expect(await refused(ada, await shippedKind(pool), fields)).toMatchObject({
      code: "invalid_input",
      facts: { field, issues: [{ field, message: expect.stringMatching(/\.$/) }] },
    });
  });

  it("that counts as stale what is known to take longer, and says how long that took", async () => {
    const kind = await shippedKind(pool);
    await succeeded(kind, 240);
    expect(await refused(ada, kind, { staleAfterSeconds: 239 })).toMatchObject({
      facts: { field: "staleAfterSeconds" },
      message: expect.stringContaining("took 240 s"),
    });
    expect(await edit(pool, ada, kind, { staleAfterSeconds: 241 })).toMatchObject({ outcome: "in_force" });
    // A limit that is already too short stands in nobody's way.
    await succeeded(kind, 500);
    expect(await edit(pool, ada, kind, { paused: true })).toMatchObject({ outcome: "in_force" });
  });
});

function verifyDefaults() {
  return {
    ...RULE,
    method: "GET" as const,
    headers: {},
    landed: { ...RULE.landed, match: [] },
    absent: { ...RULE.absent, match: [] },
    quietSeconds: 60,
    tries: 5,
    timeoutMs: 5000,
  };
}

async function succeeded(kind: string, tookSeconds: number): Promise<void> {
  const started = hoursAgo(20);
  await pool.query(
    `insert into action_log (key, run_id, kind, status, attempted_at, completed_at)
     values (gen_random_uuid()::text, 'run', $1, 'succeeded', $2, $3)`,
    [kind, started, new Date(started.getTime() + tookSeconds * 1000)],
  );
}
