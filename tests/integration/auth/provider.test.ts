import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { GET as getCallback } from "#app/api/auth/provider/callback/route.ts";
import { GET as begin } from "#app/api/auth/provider/route.ts";
import { createAccount, getActor } from "#lib/auth/index.ts";
import { log } from "#lib/log.ts";
import { takeConsole } from "#tests/setup/quiet-console.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { CLIENT, type Identity, type RunningProvider, startProvider } from "#tests/support/oidc/provider.ts";
import { cookiesOf, PASSWORD } from "./browser.ts";

const DESK = "http://localhost:3000";
const REDIRECT_URI = `${DESK}/api/auth/provider/callback`;
vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
log.level = "silent";
const { pool } = testDatabase();
let provider: RunningProvider;

const ANA: Identity = {
  sub: "ana-at-the-provider",
  email: "ana@corp.test",
  email_verified: true,
  name: "Ana",
  groups: ["desk-operators", "everyone"],
};

beforeEach(async () => {
  await pool.query("truncate auth_user cascade");
  provider = await withProvider();
});

/** The provider warns of being set up for a test. */
afterEach(() => {
  const others = takeConsole().filter((line) => !/ oidc-provider (WARNING|NOTICE): /.test(line));
  if (others.length > 0) throw new Error(others.join("\n"));
});

async function withProvider(options: { rolesClaim?: string | undefined; claimsIn?: "token" | "userinfo" } = {}) {
  const running = await startProvider({ redirectUri: REDIRECT_URI, claimsIn: options.claimsIn ?? "token" });
  vi.stubEnv("OIDC_ISSUER", running.issuer);
  vi.stubEnv("OIDC_CLIENT_ID", CLIENT.id);
  vi.stubEnv("OIDC_CLIENT_SECRET", CLIENT.secret);
  vi.stubEnv("OIDC_ROLES_CLAIM", "rolesClaim" in options ? options.rolesClaim : "groups");
  vi.stubEnv("OIDC_OPERATORS", "desk-operators");
  vi.stubEnv("OIDC_APPROVERS", "desk-approvers, desk-leads");
  vi.stubEnv("OIDC_ADMINS", "desk-admins");
  return running;
}

async function knock(next = "/queue"): Promise<Response> {
  return begin(new Request(`${DESK}/api/auth/provider?${new URLSearchParams({ next })}`));
}

async function comeBack(address: URL | string, cookies: Headers): Promise<Response> {
  return getCallback(new Request(address, { headers: cookies }));
}

/** The whole way, as a browser goes it. */
async function signIn(identity: Identity, next?: string): Promise<Response> {
  provider.signsIn(identity);
  const begun = await knock(next);
  return comeBack(await provider.authorize(begun.headers.get("location") ?? ""), cookiesOf(begun));
}

async function actorOf(response: Response) {
  return getActor(cookiesOf(response));
}

async function count(table: "auth_user" | "auth_session" | "auth_account"): Promise<number> {
  return (await pool.query(`select from ${table}`)).rowCount ?? 0;
}

async function refused(response: Response, error: string): Promise<void> {
  expect(response.headers.get("location")).toMatch(new RegExp(`^/sign-in\\?error=${error}(&|$)`));
  expect(await count("auth_session")).toBe(0);
}

describe("signing in with the provider", () => {
  it("goes the whole way by code, with PKCE, state and nonce, and on to where they wanted", async () => {
    provider.signsIn(ANA);
    const begun = await knock("/reviews/12?tab=evidence");
    const asked = new URL(begun.headers.get("location") ?? "").searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{32}/),
      nonce: expect.stringMatching(/.{32}/),
      scope: "openid profile email",
      redirect_uri: REDIRECT_URI,
    });
    const back = await comeBack(await provider.authorize(begun.headers.get("location") ?? ""), cookiesOf(begun));
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe("/reviews/12?tab=evidence");
    expect(await actorOf(back)).toMatchObject({ name: "Ana", email: "ana@corp.test", roles: ["operator"] });
    expect(provider.tokenRequests.map((body) => body.has("code_verifier"))).toEqual([true]);
  });

  it("leads to paths of this desk only", async () => {
    expect((await signIn(ANA, "//evil.test/queue")).headers.get("location")).toBe("/queue");
  });

  it("keeps none of the provider's tokens", async () => {
    await signIn(ANA);
    await signIn(ANA);
    const { rows } = await pool.query("select access_token, refresh_token, id_token from auth_account");
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  it("asks the provider for what its token does not say", async () => {
    provider = await withProvider({ claimsIn: "userinfo" });
    expect(await actorOf(await signIn(ANA))).toMatchObject({ email: "ana@corp.test", roles: ["operator"] });
  });
});

describe("the roles of the claim", () => {
  it("are those of every sign-in, and written down when they change", async () => {
    const first = await actorOf(await signIn({ ...ANA, groups: ["desk-leads", "desk-admins"] }));
    expect(first?.roles).toEqual(["approver", "admin"]);
    await createAccount({ email: "admin@corp.test", name: "Eve", password: PASSWORD, roles: ["admin"] });
    expect((await actorOf(await signIn(ANA)))?.roles).toEqual(["operator"]);
    expect((await actorOf(await signIn(ANA)))?.roles).toEqual(["operator"]);
    const { rows } = await pool.query("select action, detail from audit_log where subject_id = $1 order by id", [
      first?.id,
    ]);
    expect(rows).toMatchObject([
      { action: "user.created", detail: { given: ["approver", "admin"] } },
      { action: "user.roles_claimed", detail: { from: ["approver", "admin"], to: ["operator"] } },
    ]);
  });

  it("do not take the role from the last admin", async () => {
    await signIn({ ...ANA, groups: ["desk-admins"] });
    expect((await actorOf(await signIn(ANA)))?.roles).toEqual(["operator", "admin"]);
  });

  it.each([{ groups: [] }, { groups: ["everyone"] }, {}])("that give none open no door: %j", async (groups) => {
    const { groups: _, ...person } = ANA;
    await refused(await signIn({ ...person, ...groups }), "no_role");
    expect(await count("auth_user")).toBe(0);
  });

  it("without a claim are the desk's, and only who is invited gets in", async () => {
    provider = await withProvider({ rolesClaim: undefined });
    await refused(await signIn(ANA), "not_invited");
    const { id } = await createAccount({
      email: ANA.email ?? "",
      name: "Ana",
      password: PASSWORD,
      roles: ["approver"],
    });
    expect(await actorOf(await signIn(ANA))).toMatchObject({ id, roles: ["approver"] });
  });
});

describe("an account that is there", () => {
  const local = async () =>
    createAccount({ email: ANA.email ?? "", name: "Ana", password: PASSWORD, roles: ["operator"] });

  it("is opened by its verified e-mail once, and by its identity from then on", async () => {
    const { id } = await local();
    expect(await actorOf(await signIn(ANA))).toMatchObject({ id });
    const renamed = await signIn({ ...ANA, email: "somebody.else@corp.test", email_verified: false });
    expect(await actorOf(renamed)).toMatchObject({ id, email: "ana@corp.test" });
    expect(await count("auth_user")).toBe(1);
  });

  it.each([{ email_verified: false }, { email_verified: undefined }])("is not opened by %j", async (unverified) => {
    await local();
    await refused(await signIn({ ...ANA, ...unverified }), "unverified");
    expect(await count("auth_account")).toBe(1);
  });

  it("is not opened by a second identity that got its e-mail address", async () => {
    const { id } = await local();
    await signIn(ANA);
    await pool.query("delete from auth_session");
    await refused(await signIn({ ...ANA, sub: "the-next-ana", groups: ["desk-admins"] }), "taken");
    const { rows } = await pool.query("select roles from auth_user where id = $1", [id]);
    expect(rows).toEqual([{ roles: ["operator"] }]);
  });

  it("does not come back while it is disabled", async () => {
    const { id } = await local();
    await pool.query("update auth_user set disabled_at = now() where id = $1", [id]);
    await refused(await signIn(ANA), "disabled");
    expect(await count("auth_account")).toBe(1);
    await pool.query("update auth_user set disabled_at = null where id = $1", [id]);
    await signIn(ANA);
    await pool.query("delete from auth_session");
    await pool.query("update auth_user set disabled_at = now() where id = $1", [id]);
    await refused(await signIn({ ...ANA, groups: ["desk-admins"] }), "disabled");
    expect((await pool.query("select roles from auth_user")).rows).toEqual([{ roles: ["operator"] }]);
  });
});

describe("what comes back", () => {
  it("in another browser, twice, or with another state opens nothing", async () => {
    provider.signsIn(ANA);
    const begun = await knock();
    const address = await provider.authorize(begun.headers.get("location") ?? "");
    await refused(await comeBack(address, new Headers()), "provider");
    const forged = new URL(address);
    forged.searchParams.set("state", "x".repeat(32));
    await refused(await comeBack(forged, cookiesOf(begun)), "provider");
    expect(await actorOf(await comeBack(address, cookiesOf(begun)))).toMatchObject({ name: "Ana" });
    await pool.query("delete from auth_session");
    await refused(await comeBack(address, cookiesOf(begun)), "provider");
  });

  it("with a code of another sign-in opens nothing: the nonce and the verifier are not its own", async () => {
    provider.signsIn(ANA);
    const [mine, theirs] = [await knock(), await knock()];
    const stolen = await provider.authorize(theirs.headers.get("location") ?? "");
    const address = await provider.authorize(mine.headers.get("location") ?? "");
    address.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    await refused(await comeBack(address, cookiesOf(mine)), "provider");
    expect(await count("auth_user")).toBe(0);
  });

  it("as a refusal is told with a code", async () => {
    const begun = await knock();
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "access_denied", state });
    const response = await comeBack(`${REDIRECT_URI}?${query}`, cookiesOf(begun));
    expect(response.headers.get("location")).toMatch(/^\/sign-in\?error=provider&code=refused&request=[\w-]+$/);
  });
});

describe("a provider that does not answer", () => {
  it("is told with a code and the request id, on the way there and on the way back", async () => {
    provider.signsIn(ANA);
    const begun = await knock();
    const address = await provider.authorize(begun.headers.get("location") ?? "");
    await provider.stop();
    for (const response of [await knock("/approvals"), await comeBack(address, cookiesOf(begun))]) {
      expect(response.headers.get("location")).toMatch(/^\/sign-in\?error=provider&code=unreachable&request=[\w-]+/);
      expect(response.headers.get("location")).toContain(response.headers.get("x-request-id"));
    }
    expect(await count("auth_session")).toBe(0);
  });

  it("and one that calls itself otherwise, is not gone to", async () => {
    vi.stubEnv("OIDC_ISSUER", provider.issuer.replace("127.0.0.1", "localhost"));
    onTestFinished(() => void vi.stubEnv("OIDC_ISSUER", provider.issuer));
    expect((await knock()).headers.get("location")).toMatch(/^\/sign-in\?error=provider&code=unreachable/);
  });

  it("is not there at all where none is set", async () => {
    vi.stubEnv("OIDC_ISSUER", undefined);
    vi.stubEnv("OIDC_CLIENT_ID", undefined);
    vi.stubEnv("OIDC_CLIENT_SECRET", undefined);
    vi.stubEnv("OIDC_ROLES_CLAIM", undefined);
    expect((await knock()).status).toBe(404);
  });
});
