import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as postSignIn } from "#app/api/auth/sign-in/route.ts";
import { POST as postSignOut } from "#app/api/auth/sign-out/route.ts";
import { createAccount, getActor, requireActor, type Role } from "#lib/auth/index.ts";
import { auth } from "#lib/auth/server/auth.ts";
import { isAppError } from "#lib/errors.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { cookiesOf, PASSWORD, submit } from "./browser.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();

let email: string;
let userId: string;
let people = 0;

beforeEach(async () => {
  people += 1;
  email = `ana-${people}@example.com`;
  userId = (await createAccount({ email, name: "Ana", password: PASSWORD, roles: ["operator"] })).id;
});

const signIn = (fields: Record<string, string> = {}, headers = {}) =>
  submit(postSignIn, { path: "/api/auth/sign-in", fields: { email, password: PASSWORD, ...fields }, headers });

async function countSessions(): Promise<number> {
  const { rows } = await pool.query("select 1 from auth_session where user_id = $1", [userId]);
  return rows.length;
}

describe("signing in", () => {
  it("makes a session that names the person and goes on to where they wanted", async () => {
    const response = await signIn({ next: "/reviews/12?tab=evidence" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/reviews/12?tab=evidence");
    expect(await getActor(cookiesOf(response))).toEqual({
      type: "person",
      id: userId,
      name: "Ana",
      email,
      roles: ["operator"],
    });
  });

  it("keeps the session cookie from scripts and from other sites", async () => {
    const [session] = (await signIn()).headers.getSetCookie();
    expect(session).toMatch(/^notwice-3000\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("sends the cookie over https only, where the desk is at https", async () => {
    vi.resetModules();
    vi.stubEnv("BASE_URL", "https://desk.example.com");
    const { signIn: signInAtHttps } = await import("#lib/auth/index.ts");
    const { cookies } = await signInAtHttps({ email, password: PASSWORD, headers: new Headers() });
    vi.stubEnv("BASE_URL", undefined);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Secure-notwice\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it("does not mind how the e-mail is written", async () => {
    expect((await signIn({ email: ` ${email.toUpperCase()} ` })).headers.get("location")).toBe("/queue");
  });

  it.each([
    ["a wrong password", { password: "nope" }],
    ["an empty password", { password: "" }],
    ["an unknown person", { email: "nobody@example.com" }],
    ["something that is no e-mail", { email: "ana" }],
  ])("answers %s with the same words, and keeps what was typed", async (_name, fields) => {
    const response = await signIn({ ...fields, next: "/approvals" });
    expect(response.headers.get("location")).toBe("/sign-in?error=wrong&next=%2Fapprovals");
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining("notwice-sign-in-email=")]);
    expect(await countSessions()).toBe(0);
  });

  it("never leads to another site", async () => {
    expect((await signIn({ next: "//evil.test/queue" })).headers.get("location")).toBe("/queue");
  });

  it("refuses a form that another site submitted", async () => {
    const response = await signIn({}, { "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
    expect(await countSessions()).toBe(0);
  });

  it("offers no way to sign up", async () => {
    const body = { email: "eve@example.com", name: "Eve", password: PASSWORD };
    await expect(auth().api.signUpEmail({ body })).rejects.toThrow();
  });
});

describe("a session", () => {
  it("ends when its person signs out, also for a copy of the cookie", async () => {
    const headers = cookiesOf(await signIn());
    const response = await submit(postSignOut, { path: "/api/auth/sign-out", headers: Object.fromEntries(headers) });
    expect(response.headers.get("location")).toBe("/sign-in");
    expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/session_token=; Max-Age=0/));
    expect(await getActor(headers)).toBeNull();
    expect(await countSessions()).toBe(0);
  });

  it("ends at once when the account is disabled, and comes back with it", async () => {
    const headers = cookiesOf(await signIn());
    await pool.query("update auth_user set disabled_at = clock_timestamp() where id = $1", [userId]);
    expect(await getActor(headers)).toBeNull();
    const refused = await requireActor(headers).catch((error: unknown) => error);
    expect(isAppError(refused, "unauthenticated")).toBe(true);
    await pool.query("update auth_user set disabled_at = null where id = $1", [userId]);
    expect(await getActor(headers)).toMatchObject({ id: userId });
  });

  it("has the roles its person has now", async () => {
    const headers = cookiesOf(await signIn());
    const roles: Role[] = ["approver", "admin"];
    await pool.query("update auth_user set roles = $2 where id = $1", [userId, roles]);
    expect((await requireActor(headers)).roles).toEqual(roles);
  });

  it("ends after a working day", async () => {
    const headers = cookiesOf(await signIn());
    const { rows } = await pool.query<{ hours: number }>(
      "select extract(epoch from expires_at - clock_timestamp())::float8 / 3600 as hours from auth_session where user_id = $1",
      [userId],
    );
    expect(rows[0]?.hours).toBeCloseTo(12, 1);
    await pool.query("update auth_session set expires_at = clock_timestamp() - interval '1 s' where user_id = $1", [
      userId,
    ]);
    expect(await getActor(headers)).toBeNull();
  });

  it("cannot be made up", async () => {
    const cookie = cookiesOf(await signIn()).get("cookie") ?? "";
    expect(await getActor(new Headers({ cookie: cookie.replace(/\.[^.;]+(;|$)/, ".AAAA$1") }))).toBeNull();
    expect(await getActor(new Headers())).toBeNull();
  });
});

describe("a disabled account", () => {
  it("is told so only to who knows its password", async () => {
    await pool.query("update auth_user set disabled_at = clock_timestamp() where id = $1", [userId]);
    expect((await signIn()).headers.get("location")).toBe("/sign-in?error=disabled");
    expect((await signIn({ password: "nope" })).headers.get("location")).toBe("/sign-in?error=wrong");
    expect(await countSessions()).toBe(0);
  });
});

describe("an account", () => {
  it("is made once per e-mail, with a password that is long enough", async () => {
    const account = { email: email.toUpperCase(), name: "Ana again", password: PASSWORD, roles: ["operator" as const] };
    await expect(createAccount(account)).rejects.toThrow();
    await expect(createAccount({ ...account, email: "new@example.com", password: "short" })).rejects.toThrow();
    const { rows } = await pool.query("select name from auth_user where email = $1", [email]);
    expect(rows).toEqual([{ name: "Ana" }]);
  });
});
