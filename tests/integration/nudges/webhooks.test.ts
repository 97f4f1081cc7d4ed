import { describe, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { minutesAgo, seedAction } from "#tests/integration/reaper/seed.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow } from "#tests/support/rows.ts";
import { makeDue, nudgeRow, seedNudge, webhookKind } from "./case.ts";
import { answer, openReceiver } from "./receiver.ts";

const { pool } = testDatabase();

describe("a receiver", () => {
  it("is told once that a released action waits, signed, and nothing of what the action holds", async () => {
    const { webhook, received } = await openReceiver();
    const kind = await webhookKind(pool, webhook, { recovery: "retry", backoff_seconds: 0 });
    const key = await seedAction(pool, { kind });

    expect(await runPass()).toMatchObject({ released: 1, nudged: 1, nudgesFailed: 0, stoppedBy: "done" });
    expect(await runPass()).toMatchObject({ nudged: 0, nudgesFailed: 0 });

    const nudge = await nudgeRow(pool, key);
    expect(nudge).toMatchObject({ tries: 1, sent: true, error: null });
    expect(received).toEqual([
      { id: nudge.id, genuine: true, timestamp: expect.any(Number), body: expect.any(String) },
    ]);
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      type: "action.released",
      actionKey: key,
      kind,
      attempt: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await actionRow(pool, key)).status).toBe("released");
  });

  it("that fails is told again under the same id, at another time, until it answers 2xx", async () => {
    const { webhook, received } = await openReceiver((response, nth) => {
      answer([500, 302, 404, 204][nth - 1] ?? 204)(response, nth);
    });
    const key = await seedNudge(pool, await webhookKind(pool, webhook));

    for (const [tries, error, pauseSeconds] of [
      [1, "The receiver answered 500.", 60],
      [2, "The receiver answered 302.", 300],
      [3, "The receiver answered 404.", 1800],
    ] as const) {
      expect(await runPass()).toMatchObject({ nudged: 0, nudgesFailed: 1 });
      const nudge = await nudgeRow(pool, key);
      expect(nudge).toMatchObject({ tries, sent: false, error });
      expect(nudge.dueIn).toBeGreaterThan(pauseSeconds - 30);
      expect(nudge.dueIn).toBeLessThan(pauseSeconds * 1.1 + 1);
      expect(await runPass()).toMatchObject({ nudged: 0, nudgesFailed: 0 });
      await makeDue(pool, key);
    }
    expect((await runPass()).nudged).toBe(1);

    expect(await nudgeRow(pool, key)).toMatchObject({ tries: 4, sent: true, error: null });
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.map(({ genuine }) => genuine)).toEqual([true, true, true, true]);
  });

  it("stamps by the database's clock, not by ours", async () => {
    const { webhook, received } = await openReceiver();
    await seedNudge(pool, await webhookKind(pool, webhook));
    const { rows } = await pool.query("select extract(epoch from clock_timestamp())::float as seconds");
    await runPass();
    expect(received[0]?.timestamp).toBeGreaterThanOrEqual(Math.floor(rows[0].seconds));
    expect(received[0]?.timestamp).toBeLessThan(rows[0].seconds + 30);
  });

  it("that answers 410 is never called again for it", async () => {
    const { webhook, received } = await openReceiver(answer(410));
    const key = await seedNudge(pool, await webhookKind(pool, webhook));
    await runPass();
    await makeDue(pool, key);
    await runPass();
    expect(received).toHaveLength(1);
    expect(await nudgeRow(pool, key)).toMatchObject({
      tries: 1,
      sent: false,
      dueIn: null,
      error: "The receiver answered 410.",
    });
  });

  it("that never takes it is given up after ten tries, over three days", async () => {
    const { webhook, received } = await openReceiver(answer(500));
    const key = await seedNudge(pool, await webhookKind(pool, webhook));
    let waitedSeconds = 0;
    for (let nudge = await nudgeRow(pool, key); nudge.dueIn !== null; nudge = await nudgeRow(pool, key)) {
      waitedSeconds += Math.max(0, nudge.dueIn);
      await makeDue(pool, key);
      await runPass();
    }
    expect(received).toHaveLength(10);
    expect(waitedSeconds / 3600).toBeGreaterThan(72);
    expect(waitedSeconds / 3600).toBeLessThan(84);
  });
});

describe("a nudge is not sent", () => {
  it.each([
    ["was claimed", "status = 'in_flight', attempt = 2, claim_token = gen_random_uuid()"],
    ["lies with a person again", "status = 'failed', completed_at = now(), release_reason = null"],
  ])("when its action %s meanwhile", async (_what, change) => {
    const { webhook, received } = await openReceiver();
    const key = await seedNudge(pool, await webhookKind(pool, webhook));
    await pool.query(`update action_log set ${change}, revision = revision + 1 where key = $1`, [key]);
    expect(await runPass()).toMatchObject({ nudged: 0, nudgesFailed: 0, stoppedBy: "done" });
    expect(received).toEqual([]);
    expect(await nudgeRow(pool, key)).toMatchObject({ tries: 0, sent: false, dueIn: null });
  });

  it("before it is due, or after it was sent", async () => {
    const { webhook, received } = await openReceiver();
    const kind = await webhookKind(pool, webhook);
    const later = await seedNudge(pool, kind);
    await pool.query("update nudge set next_at = $2 where action_key = $1", [later, minutesAgo(-1)]);
    const sent = await seedNudge(pool, kind);
    await pool.query("update nudge set sent_at = now() where action_key = $1", [sent]);
    await runPass();
    expect(received).toEqual([]);
  });

  it("while its kind is paused, and uses up no try", async () => {
    const { webhook, received } = await openReceiver();
    const kind = await webhookKind(pool, webhook, { paused: true });
    const key = await seedNudge(pool, kind);
    await runPass();
    expect(received).toEqual([]);
    expect(await nudgeRow(pool, key)).toMatchObject({ tries: 0, sent: false, error: null });

    await pool.query("update policy set paused = false where kind = $1", [kind]);
    await runPass();
    expect(received).toHaveLength(1);
  });

  it.each([
    ["without a webhook", null, "The policy cannot be followed: nudgeWebhook."],
    [
      "with half of one",
      { url: "https://hooks.example.com/" },
      "The policy cannot be followed: nudgeWebhook.secretEnv.",
    ],
    [
      "whose secret is not set",
      { url: "https://hooks.example.com/", secretEnv: "NOTWICE_SECRET_UNSET" },
      "NOTWICE_SECRET_UNSET is not set.",
    ],
    [
      "that wants another secret of this process",
      { url: "https://hooks.example.com/", secretEnv: "DATABASE_URL" },
      "DATABASE_URL cannot be used: its name must begin with NOTWICE_SECRET_.",
    ],
  ])("by a policy %s, which is said and tried again", async (_what, webhook, error) => {
    const key = await seedNudge(pool, await webhookKind(pool, webhook as never));
    expect(await runPass()).toMatchObject({ nudgesFailed: 1, stoppedBy: "done" });
    expect(await nudgeRow(pool, key)).toMatchObject({ tries: 1, sent: false, error, dueIn: expect.any(Number) });
  });

  it.each(["http://127.0.0.1:9/", "https://169.254.169.254/", "https://localhost/"])(
    "to %s, which this installation did not allow",
    async (url) => {
      const { webhook } = await openReceiver();
      const key = await seedNudge(pool, await webhookKind(pool, { ...webhook, url }));
      expect((await runPass()).nudgesFailed).toBe(1);
      expect((await nudgeRow(pool, key)).error).toMatch(/^The address /);
    },
  );
});
