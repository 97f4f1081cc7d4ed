import { beforeAll, describe, expect, it, vi } from "vitest";
import * as preferences from "#app/api/me/preferences/route.ts";
import { GET as getLastPass } from "#app/api/reaper/last-pass/route.ts";
import { GET as getSearch } from "#app/api/search/route.ts";
import { Prisma, prisma } from "#lib/db/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { searchAnswerSchema } from "#lib/search/contract.ts";
import { findHitsQuery } from "#lib/search/sql/find-hits.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
let bo: SignedIn;
let cara: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
  cara = await signedIn("Cara", "approver");
});

const DEFAULTS = { theme: "auto", density: "comfortable", zone: "UTC", motion: "system", singleKeys: true };

describe("how the desk looks", () => {
  const read = async (as: SignedIn | null) => call(preferences.GET, { path: "/api/me/preferences", as });
  const save = async (as: SignedIn | null, body: unknown) =>
    call(preferences.PUT, { path: "/api/me/preferences", as, body });

  it("is each person's own, and only what is sent changes", async () => {
    expect((await read(bo)).body).toEqual(DEFAULTS);
    expect((await save(bo, { theme: "dark" })).body).toEqual({ ...DEFAULTS, theme: "dark" });
    const both = await Promise.all([save(bo, { zone: "Asia/Tokyo" }), save(bo, { singleKeys: false })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(bo)).body).toEqual({ ...DEFAULTS, theme: "dark", zone: "Asia/Tokyo", singleKeys: false });
    expect((await read(cara)).body).toEqual(DEFAULTS);
  });

  it.each([
    [{ zone: "Mars/Olympus" }, "zone"],
    [{ theme: "pink" }, "theme"],
    [{}, ""],
  ])("refuses %j", async (body, field) => {
    const answer = await save(cara, body);
    expect(answer.status).toBe(422);
    expect((answer.body as { field?: string }).field ?? "").toBe(field);
    expect((await read(cara)).body).toEqual(DEFAULTS);
  });

  it("is nobody's who is signed out", async () => {
    expect((await read(null)).status).toBe(401);
    expect((await save(null, { theme: "dark" })).status).toBe(401);
  });
});

describe("what somebody pasted", () => {
  const MESSAGE_ID = "<5f1c@notwice.example>";
  const find = async (q: string, as: SignedIn | null = bo) => {
    const { status, body } = await call(getSearch, { path: `/api/search?${new URLSearchParams({ q })}`, as });
    return { status, hits: status === 200 ? searchAnswerSchema.parse(body).hits : [] };
  };

  it("opens the case it names: link, key or its beginning, run, recipient, Message-ID", async () => {
    const payload = JSON.stringify({ messageId: MESSAGE_ID, subject: "Hello", to: "ana@acme.test" });
    const stuck = await stuckCase(pool, { payload, runId: "run of the search" });
    await stuckCase(pool);
    const ways: [string, string][] = [
      [`https://desk.example/reviews/${stuck.reviewId}?at=1`, "review"],
      [stuck.key, "key"],
      [stuck.key.slice(0, 10), "key"],
      ["run of the search", "run"],
      [MESSAGE_ID, "message_id"],
      [MESSAGE_ID.slice(1, -1), "message_id"],
    ];
    const found = await Promise.all(ways.map(async ([q]) => (await find(q)).hits));
    expect(found.map((hits) => hits.map(({ reviewId, actionKey, by }) => ({ reviewId, actionKey, by })))).toEqual(
      ways.map(([, by]) => [{ reviewId: stuck.reviewId, actionKey: stuck.key, by }]),
    );
    expect((await find("ANA@acme.test")).hits.length).toBe(2);
  });

  it("finds nothing by less than six digits, by a part of a recipient or by what stands in a payload", async () => {
    const stuck = await stuckCase(pool);
    const vague = [stuck.key.slice(0, 5), "ana@", "acme.test", "Hello", "%", "_"];
    const found = await Promise.all(vague.map(async (q) => (await find(q)).hits));
    expect(found.flat()).toEqual([]);
    expect((await find(stuck.key, null)).status).toBe(401);
    expect((await find("  ")).status).toBe(422);
  });

  it.each([
    ["review", "review_pkey"],
    ["key", "action_log_pkey"],
    ["run", "action_log_run_step_key"],
    ["target", "action_log_case_target_idx"],
    ["message_id", "action_log_case_message_id_idx"],
  ] as const)("by %s is answered by an index", async (by, index) => {
    await stuckCase(pool);
    const value = by === "review" ? "00000000-0000-4000-8000-000000000000" : "abcdef";
    const plan = await prisma().$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`;
      return tx.$queryRaw<Record<string, string>[]>(Prisma.sql`explain ${findHitsQuery({ by, value }, 10)}`);
    });
    const text = plan.map((row) => Object.values(row)[0]).join("\n");
    expect(text).not.toMatch(/Seq Scan/);
    expect(text).toContain(index);
  });
});

describe("when the reaper last ran", () => {
  const read = async () => (await call(getLastPass, { path: "/api/reaper/last-pass", as: bo })).body;

  it("is late while it never did, and once the last completed pass is three minutes old", async () => {
    await pool.query("delete from reaper_run");
    expect(await read()).toMatchObject({ endedAt: null, looked: null, isLate: true });
    await runPass();
    expect(await read()).toMatchObject({ endedAt: expect.any(String), looked: expect.any(Number), isLate: false });
    await pool.query(
      "update reaper_run set started_at = started_at - interval '4 min', finished_at = finished_at - interval '4 min'",
    );
    expect(await read()).toMatchObject({ isLate: true });
    await pool.query("insert into reaper_run (finished_at, stopped_by) values (now(), 'error'), (null, null)");
    expect(await read()).toMatchObject({ isLate: true });
  });
});
