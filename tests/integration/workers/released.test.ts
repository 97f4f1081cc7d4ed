import { randomUUID } from "node:crypto";
import { actionKey, payloadHash } from "@notwice/once";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, testIntent } from "#tests/support/case.ts";
import { actionRow, attemptRows, releaseByPolicy } from "#tests/support/rows.ts";
import { step, tokenSecret } from "#tests/support/workers/api-worker.ts";
import { liveApi } from "#tests/support/workers/live-api.ts";

const { pool } = testDatabase();
const api = liveApi();
let secret: string;

beforeAll(async () => {
  secret = await tokenSecret(pool);
});

async function released(kind: string, payload: unknown = { subject: "Hello" }): Promise<string> {
  const intent = testIntent({ kind, payload });
  await refusalOf(openWorker(pool).perform(intent, () => Promise.reject(new Error("reply lost"))));
  const key = actionKey({ ...intent, payloadHash: payloadHash(payload) });
  await releaseByPolicy(pool, key);
  return key;
}

type Handed = { key: string; kind: string; attempt: number; token: string; payload: unknown };

async function take(body: { kinds: string[]; token?: string; max?: number; waitSeconds?: number }): Promise<Handed[]> {
  const answer = await step("released", secret, { token: randomUUID(), ...body });
  expect(answer.status).toBe(200);
  return answer.body["actions"] as Handed[];
}

const keysOf = (handed: Handed[]) => handed.map(({ key }) => key).toSorted();

describe("released", () => {
  it("hands out the stored payload of what waits, as a next attempt, and each once", async () => {
    const key = await released("one");
    const [handed, ...others] = await take({ kinds: ["one"], max: 5 });
    expect(handed).toMatchObject({ key, kind: "one", attempt: 2, payload: { subject: "Hello" } });
    expect(others).toEqual([]);
    expect(await take({ kinds: ["one"], max: 5 })).toEqual([]);
    const { token, attempt } = handed ?? { token: "", attempt: 0 };
    expect((await step("succeed", secret, { key, token, attempt, result: 1 })).status).toBe(200);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, claimed_by: "mailer" });
  });

  it("takes up to so many, the kinds in turn, and leaves the rest and other kinds alone", async () => {
    const many = [await released("many"), await released("many"), await released("many")];
    const few = await released("few");
    const other = await released("other");
    const handed = await take({ kinds: ["many", "few"], max: 3 });
    expect(handed.map(({ kind }) => kind)).toEqual(["many", "few", "many"]);
    expect(keysOf(handed)).toContain(few);
    const left = await take({ kinds: ["many", "few"], max: 50 });
    expect(keysOf([...handed, ...left])).toEqual([...many, few].toSorted());
    expect(await actionRow(pool, other)).toMatchObject({ status: "released" });
  });

  it("called by many at once hands each action to one of them", async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => released("contested")));
    const takers = await Promise.all(Array.from({ length: 6 }, () => take({ kinds: ["contested"], max: 4 })));
    expect(keysOf(takers.flat())).toEqual(keys.toSorted());
  });

  it("repeated with its token after a lost answer hands the same again, until their holder has begun", async () => {
    const keys = [await released("lost"), await released("lost")];
    const token = randomUUID();
    const first = await take({ kinds: ["lost"], token, max: 2 });
    await released("lost");
    const again = await take({ kinds: ["lost"], token, max: 2 });
    expect(keysOf(again)).toEqual(keys.toSorted());
    for (const { key, attempt } of first) {
      expect((await step("begin", secret, { key, token, attempt })).status).toBe(200);
    }
    expect(keysOf(await take({ kinds: ["lost"], token, max: 2 }))).not.toEqual(keys.toSorted());
  });

  it("never hands out bytes that no longer have the hash of their intent", async () => {
    const key = await released("tampered");
    const whole = await released("tampered");
    await pool.query("alter table action_log disable trigger action_log_20_frozen");
    await pool.query("update action_log set payload = '{}' where key = $1", [key]);
    await pool.query("alter table action_log enable trigger action_log_20_frozen");
    expect(keysOf(await take({ kinds: ["tampered"], max: 5 }))).toEqual([whole]);
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", attempt: 2, error: { permanent: true } });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1 }, { attempt: 2, outcome: "did_not_happen" }]);
  });

  it("hands out nothing of an action that has no payload, nor of a paused kind", async () => {
    const bare = `bare-${randomUUID()}`;
    const call = openWorker(pool).once(bare, { runId: "r", kind: "bare" }, () => Promise.reject(new Error("lost")));
    await refusalOf(call);
    await releaseByPolicy(pool, bare);
    const paused = await released("paused_kind");
    await pool.query("insert into policy (kind, paused) values ('paused_kind', true)");
    expect(await take({ kinds: ["bare", "paused_kind"], max: 5 })).toEqual([]);
    for (const key of [bare, paused]) expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
  });
});

describe("waiting for a release", () => {
  it("ends when one comes, and holds neither a lock nor a transaction meanwhile", async () => {
    const { rows: clock } = await pool.query("select clock_timestamp() as now");
    const waiting = take({ kinds: ["awaited"], waitSeconds: 25 });
    const asked = `select from pg_stat_activity
      where datname = current_database() and query like $1 and query_start > $2 and state = 'idle'`;
    const claims = ["%limits as materialized%", clock[0].now];
    await vi.waitUntil(async () => (await pool.query(asked, claims)).rows.length > 0, { timeout: 10_000 });
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
    const key = await released("awaited");
    expect(keysOf(await waiting)).toEqual([key]);
  });

  it("is no longer than asked for, and 25 s at most", async () => {
    expect(await take({ kinds: ["nothing_comes"], waitSeconds: 1 })).toEqual([]);
    const refused = await step("released", secret, { token: randomUUID(), kinds: ["x"], waitSeconds: 26 });
    expect(refused).toMatchObject({ status: 422, body: { field: "waitSeconds" } });
  });

  it("is given up when the caller hangs up: what comes later is left to others", async () => {
    const caller = new AbortController();
    const headers = {
      authorization: `Bearer ${await tokenSecret(pool, "hangs-up")}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ token: randomUUID(), kinds: ["hung_up"], waitSeconds: 25 });
    const hung = fetch(`${api.url}/api/v1/actions/released`, { method: "POST", headers, body, signal: caller.signal });
    const heard = "select from api_token where name = 'hangs-up' and last_used_at is not null";
    await vi.waitUntil(async () => (await pool.query(heard)).rows.length > 0);
    caller.abort();
    await expect(hung).rejects.toThrow();
    await api.idle();
    const key = await released("hung_up");
    expect(await actionRow(pool, key)).toMatchObject({ status: "released" });
    expect(keysOf(await take({ kinds: ["hung_up"] }))).toEqual([key]);
  });
});
