import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "#app/api/auth/set-password/route.ts";
import { createAccount, getActor, makeAdminLink, readLink, setPassword, signIn } from "#lib/auth/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { PASSWORD, submit } from "./browser.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
const EVE = { name: "Eve", email: "eve@desk.test", password: PASSWORD };

beforeEach(async () => {
  await pool.query("truncate auth_user, account_link cascade");
});

async function token(): Promise<string> {
  const made = await makeAdminLink();
  return new URL(made?.link ?? "").searchParams.get("token") ?? "";
}

const send = async (fields: Record<string, string>) => submit(POST, { path: "/api/auth/set-password", fields });

async function links(): Promise<unknown[]> {
  return (await pool.query("select id, used_at, voided_at, expires_at from account_link order by created_at")).rows;
}

describe("the first admin's link", () => {
  it("makes an admin who can sign in, once, and none of it is a default", async () => {
    const given = await token();
    const made = await send({ token: given, ...EVE });
    expect(made.headers.get("location")).toBe("/sign-in?password=set");
    const { cookies } = await signIn({ ...EVE, headers: new Headers() });
    const cookie = (cookies ?? []).map((line) => line.split(";")[0]).join("; ");
    expect(await getActor(new Headers({ cookie }))).toMatchObject({ name: "Eve", roles: ["operator", "admin"] });

    const again = await send({ token: given, ...EVE, email: "mallory@desk.test" });
    expect(again.headers.get("location")).toContain("error=link");
    expect((await pool.query("select name from auth_user")).rows).toEqual([{ name: "Eve" }]);
    const { rows } = await pool.query("select action, detail from audit_log where action = 'user.created'");
    expect(rows).toMatchObject([{ detail: { purpose: "first_admin", given: ["operator", "admin"] } }]);
  });

  it("is not made, and does not work, where there is an admin", async () => {
    const early = await token();
    await createAccount({ email: "ada@desk.test", name: "Ada", password: PASSWORD, roles: ["admin"] });
    expect(await makeAdminLink()).toBeNull();
    expect(await setPassword({ token: early, ...EVE })).toEqual({ problem: "link" });
    expect((await pool.query("select name from auth_user")).rows).toEqual([{ name: "Ada" }]);
  });

  it("ends after an hour", async () => {
    const given = await token();
    const { rows } = await pool.query<{ seconds: number }>(
      "select extract(epoch from expires_at - created_at)::float8 as seconds from account_link",
    );
    expect(rows[0]?.seconds).toBeCloseTo(3600, 0);
    await pool.query("update account_link set expires_at = clock_timestamp() - interval '1 s'");
    expect(await setPassword({ token: given, ...EVE })).toEqual({ problem: "link" });
    expect(await readLink(given)).toBeNull();
  });

  it("stands in the database as a digest only", async () => {
    const given = await token();
    expect(Buffer.from(given, "base64url")).toHaveLength(32);
    const { rows } = await pool.query(
      "select to_jsonb(l)::text || (select string_agg(detail::text, '') from audit_log) as all from account_link l",
    );
    expect(JSON.stringify(rows)).not.toContain(given);
  });

  it("of two that are sent at once makes one admin", async () => {
    const [one, other] = [await token(), await token()];
    const results = await Promise.all([
      setPassword({ token: one, ...EVE }),
      setPassword({ token: one, ...EVE, email: "two@desk.test" }),
      setPassword({ token: other, ...EVE, email: "three@desk.test" }),
    ]);
    expect(results.filter(({ problem }) => problem === undefined)).toHaveLength(1);
    expect((await pool.query("select from auth_user")).rowCount).toBe(1);
  });
});

describe("the form", () => {
  it.each([
    ["password", { password: "short" }],
    ["person", { email: "eve" }],
    ["person", { name: " " }],
    ["taken", { email: "bo@desk.test" }],
  ])("says what is wrong (%s), and leaves the link", async (problem, fields) => {
    await createAccount({ email: "bo@desk.test", name: "Bo", password: PASSWORD, roles: ["operator"] });
    const given = await token();
    const before = await links();
    const { headers } = await send({ token: given, ...EVE, ...fields });
    expect(headers.get("location")).toBe(`/set-password?token=${given}&error=${problem}`);
    expect(await links()).toEqual(before);
  });

  it("case 20: a scanner that opens the link, as often as it likes, does not use it up", async () => {
    const given = await token();
    const before = await links();
    for (let times = 0; times < 5; times += 1) expect(await readLink(given)).toMatchObject({ purpose: "first_admin" });
    expect(await links()).toEqual(before);
    expect(await setPassword({ token: given, ...EVE })).toMatchObject({ email: EVE.email });
  });

  it("is not taken from another site", async () => {
    const given = await token();
    const path = "/api/auth/set-password";
    const forged = await submit(POST, {
      path,
      fields: { token: given, ...EVE },
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(forged.status).toBe(403);
    expect((await pool.query("select from auth_user")).rowCount).toBe(0);
  });
});
