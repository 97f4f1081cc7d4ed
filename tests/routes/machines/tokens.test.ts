import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { POST as postRevoke } from "#app/api/tokens/[id]/revoke/route.ts";
import { GET as getTokens, POST as postToken } from "#app/api/tokens/route.ts";
import { POST as postClaim } from "#app/api/v1/actions/claim/route.ts";
import { type CreatedToken, createdTokenSchema, tokenListSchema } from "#lib/tokens/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { step } from "#tests/support/workers/api-worker.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
const people: Record<string, SignedIn> = {};
let ada: SignedIn;

beforeAll(async () => {
  ada = await signedIn("Ada", "admin");
  people["operator"] = await signedIn("Olga", "operator");
  people["approver"] = await signedIn("Cara", "approver");
  people["admin"] = ada;
});

async function post(body: object, as: SignedIn | null = ada) {
  return call(postToken, { path: "/api/tokens", body, as });
}

async function created(over: object = {}): Promise<CreatedToken> {
  return createdTokenSchema.parse((await post({ name: "mailer", scopes: ["actions"], ...over })).body);
}

async function revoke(id: string, as: SignedIn | null = ada) {
  return call(postRevoke, { path: `/api/tokens/${id}/revoke`, params: { id }, body: {}, as });
}

const claim = (secret: string | null) => step("claim", secret, { token: randomUUID(), ...testIntent() });

async function tokenRow(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query("select * from api_token where id = $1", [id]);
  return rows[0];
}

async function auditRows(id: string) {
  const { rows } = await pool.query(
    "select action, actor_id, detail from audit_log where subject_type = 'token' and subject_id = $1 order by id",
    [id],
  );
  return rows;
}

const MATRIX = [
  ["GET tokens", { operator: 403, approver: 403, admin: 200, "signed out": 401 }],
  ["POST token", { operator: 403, approver: 403, admin: 201, "signed out": 401 }],
  ["POST revoke", { operator: 403, approver: 403, admin: 200, "signed out": 401 }],
] as const;

const CALLS: Record<(typeof MATRIX)[number][0], (as: SignedIn | null) => Promise<{ status: number }>> = {
  "GET tokens": (as) => call(getTokens, { path: "/api/tokens", as }),
  "POST token": (as) => post({ name: "by-role", scopes: ["read"] }, as),
  "POST revoke": async (as) => revoke((await created()).token.id, as),
};

it.each(MATRIX)("who may do what: %s", async (name, cells) => {
  for (const [role, expected] of Object.entries(cells)) {
    const { status } = await CALLS[name](people[role] ?? null);
    expect([role, status]).toEqual([role, expected]);
  }
});

describe("a token", () => {
  it("shows its secret once; what is kept does not hold it", async () => {
    const { token, secret } = await created({ expiresInDays: 30 });
    expect(secret).toMatch(/^ntw_[\w-]{43}$/);
    expect(token).toMatchObject({ name: "mailer", scopes: ["actions"], state: "active", lastUsedAt: null });
    expect(token.createdBy).toEqual({ id: ada.id, name: "Ada" });
    const list = await call(getTokens, { path: "/api/tokens", as: ada });
    expect(tokenListSchema.parse(list.body).tokens).toContainEqual(token);
    const kept = JSON.stringify([await tokenRow(token.id), list.body, await auditRows(token.id)]);
    for (const part of [secret, secret.slice(4)]) expect(kept).not.toContain(part);
    const hash = String((await tokenRow(token.id))["hash"]);
    expect(JSON.stringify([list.body, await auditRows(token.id)])).not.toContain(hash);
  });

  it("opens the worker API until it is revoked, which is on record", async () => {
    const { token, secret } = await created();
    const other = await created();
    expect((await claim(secret)).status).toBe(200);
    expect(await revoke(token.id)).toMatchObject({ status: 200, body: { token: { state: "revoked" } } });
    expect((await claim(secret)).status).toBe(401);
    expect((await claim(other.secret)).status).toBe(200);
    const { rows } = await pool.query("select revoked_at, revoked_by from api_token where id = $1", [token.id]);
    expect((await revoke(token.id)).status).toBe(200);
    expect((await pool.query("select revoked_at, revoked_by from api_token where id = $1", [token.id])).rows).toEqual(
      rows,
    );
    expect(await auditRows(token.id)).toMatchObject([
      { action: "token.created", actor_id: ada.id, detail: { name: "mailer", scopes: ["actions"] } },
      { action: "token.revoked", actor_id: ada.id },
    ]);
    expect((await revoke(randomUUID())).status).toBe(404);
  });

  it("opens nothing once it has expired, nor with another scope, nor a little changed", async () => {
    const { token, secret } = await created({ expiresInDays: 1 });
    expect((await claim(secret)).status).toBe(200);
    await pool.query("update api_token set expires_at = now() where id = $1", [token.id]);
    expect((await claim(secret)).status).toBe(401);
    const reader = await created({ scopes: ["read"] });
    expect(await claim(reader.secret)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    for (const wrong of [null, "", "ntw_", `${reader.secret}x`, reader.secret.slice(0, -1), ` ${secret}x`]) {
      const refused = await claim(wrong);
      expect([wrong, refused.status]).toEqual([wrong, 401]);
      expect(refused.headers.get("www-authenticate")).toContain("Bearer");
    }
    const session = new Request("http://localhost/api/v1/actions/claim", {
      method: "POST",
      headers: { cookie: ada.cookie, "content-type": "application/json" },
      body: JSON.stringify({ token: randomUUID(), ...testIntent() }),
    });
    expect((await postClaim(session)).status).toBe(401);
  });

  it("notes its use at most once a minute", async () => {
    const { token, secret } = await created();
    const lastUsed = async () => (await tokenRow(token.id))["last_used_at"];
    await claim(secret);
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
    await claim(secret);
    expect(await lastUsed()).toEqual(first);
    await pool.query("update api_token set last_used_at = now() - interval '61 s' where id = $1", [token.id]);
    await claim(secret);
    expect(Number(await lastUsed())).toBeGreaterThanOrEqual(Number(first));
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "two words" }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["approve"] }, "scopes.0"],
    [{ expiresInDays: 0 }, "expiresInDays"],
    [{ expiresInDays: 400 }, "expiresInDays"],
    [{ secret: "mine" }, "secret"],
  ])("is refused with %j, by its field", async (over, field) => {
    const refused = await post({ name: "mailer", scopes: ["actions"], ...over });
    expect([refused.status, refused.body]).toMatchObject([422, { field }]);
  });
});
