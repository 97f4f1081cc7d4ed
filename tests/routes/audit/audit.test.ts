import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET as getExport } from "#app/api/audit/export/route.ts";
import { GET as getAudit } from "#app/api/audit/route.ts";
import { PUT as putPolicy } from "#app/api/policies/[kind]/route.ts";
import { auditPageSchema } from "#lib/audit/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { stuckCase } from "#tests/support/desk.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
const people: Record<string, SignedIn> = {};

const FORMULAS = ["=1+1", "+1", "-1", "@sum", "\tx"];

/** 250 rows a second apart, so that pages and times are exact; some of them are a spreadsheet's trouble. */
beforeAll(async () => {
  people["operator"] = await signedIn("Olga", "operator");
  people["approver"] = await signedIn("Cara", "approver");
  people["admin"] = await signedIn("Ada", "admin", "approver");
  await pool.query(
    `insert into audit_log (at, actor_type, actor_id, action, subject_type, subject_id, via, request_id, detail)
     select '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 second',
       case when n % 5 = 0 then 'reaper' else 'worker' end, case when n % 5 = 0 then 'reaper' else 'mailer-' || n % 3 end,
       case when n % 2 = 0 then 'action.judged' else 'action.landed_late' end, 'action', 'key' || lpad(n::text, 4, '0'),
       case when n = 7 then 'api' end, case when n = 8 then 'req-8' end,
       jsonb_build_object('from', 'in_flight', 'to', 'failed', 'attempt', 9007199254740993)
     from generate_series(1, 250) n`,
  );
  for (const formula of FORMULAS) {
    await pool.query(
      `insert into audit_log (at, actor_type, actor_id, action, subject_type, subject_id)
       values ('2026-10-01', 'worker', $1, 'action.tried', 'action', 'a, "b"')`,
      [formula],
    );
  }
});

async function list(query: string): Promise<{ ids: string[]; next: string | null }> {
  const { status, body } = await call(getAudit, { path: `/api/audit?${query}`, as: people["operator"] ?? null });
  expect(status).toBe(200);
  const page = auditPageSchema.parse(body);
  return { ids: page.events.map(({ subject }) => subject.id), next: page.nextBefore };
}

async function download(
  query: string,
  as = people["approver"],
): Promise<{ status: number; text: string; headers: Headers }> {
  const headers = new Headers({ cookie: as?.cookie ?? "" });
  const response = await getExport(new Request(`http://localhost:3000/api/audit/export?${query}`, { headers }));
  return { status: response.status, text: await response.text(), headers: response.headers };
}

it("is read by everyone who is signed in, and exported by approvers and admins", async () => {
  for (const [role, read, exported] of [
    ["operator", 200, 403],
    ["approver", 200, 200],
    ["admin", 200, 200],
    ["signed out", 401, 401],
  ] as const) {
    const as = people[role] ?? null;
    const { status } = await call(getAudit, { path: "/api/audit", as });
    const file = await download("format=csv&text=key0001", as ?? { id: "", name: "", cookie: "" });
    expect([role, status, file.status]).toEqual([role, read, exported]);
  }
});

describe("the list", () => {
  it("comes newest first, page by page, every row once", async () => {
    const seen: string[] = [];
    let before = "";
    for (let pages = 0; pages < 3; pages += 1) {
      const { ids, next } = await list(`since=2026-11-01${before}`);
      seen.push(...ids);
      before = `&before=${next}`;
    }
    expect(seen.slice(0, 2)).toEqual(["key0250", "key0249"]);
    expect(new Set(seen).size).toBe(250);
    expect((await list(`since=2026-11-01${before.replace("null", "1")}`)).next).toBeNull();
  });

  it.each([
    ["who=reaper", 50],
    ["who=mailer-1&what=action.judged", 33],
    ["on=key0042", 1],
    ["via=api", 1],
    ["via=machine&since=2026-11-01&text=key000", 8],
    ["since=2026-11-01T00:00:10Z&until=2026-11-01T00:00:20Z", 10],
    ["text=key01", 100],
    ["text=req-8", 1],
    ["text=key%25", 0],
    ["text=key0_01", 0],
    ["who=&what=&via=&text=key0001", 1],
    ["who=nobody", 0],
  ])("is filtered: %s", async (query, count) => {
    const { ids } = await list(query);
    expect(ids).toHaveLength(count);
  });

  it.each(["since=yesterday", "via=pigeon", "before=abc"])("refuses %s and names the field", async (query) => {
    const { status, body } = await call(getAudit, { path: `/api/audit?${query}`, as: people["operator"] ?? null });
    expect([status, body]).toMatchObject([422, { field: query.split("=")[0] }]);
  });

  it("says of a person's change who, in which role, from where, why, and what changed", async () => {
    vi.stubEnv("NOTWICE_TRUSTED_PROXIES", "1");
    const ada = people["admin"];
    const headers = new Headers({
      cookie: ada?.cookie ?? "",
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "x-request-id": "req-policy",
      "x-forwarded-for": "6.6.6.6, 203.0.113.7",
    });
    const body = JSON.stringify({ fields: { holdSeconds: 90 }, reason: "It is too short.", version: 0 });
    const request = new Request("http://localhost:3000/api/policies/of_audit", { method: "PUT", headers, body });
    expect((await putPolicy(request, { params: Promise.resolve({ kind: "of_audit" }) })).status).toBe(200);
    const answer = await call(getAudit, { path: "/api/audit?on=of_audit", as: people["operator"] ?? null });
    expect(auditPageSchema.parse(answer.body).events).toMatchObject([
      {
        actor: { type: "person", id: ada?.id, name: "Ada" },
        roles: ["admin", "approver"],
        via: "screen",
        address: "203.0.113.7",
        action: expect.stringContaining("policy."),
        reason: "It is too short.",
        after: "holdSeconds",
        requestId: "req-policy",
      },
    ]);
  });

  it("leads from an action to its case", async () => {
    const { key, reviewId } = await stuckCase(pool);
    await pool.query(
      `insert into audit_log (actor_type, actor_id, action, subject_type, subject_id)
       values ('reaper', 'reaper', 'action.judged', 'action', $1)`,
      [key],
    );
    const { body } = await call(getAudit, { path: `/api/audit?on=${key}`, as: people["operator"] ?? null });
    expect(auditPageSchema.parse(body).events).toMatchObject([{ reviewId }]);
  });

  it("names who acted after their account is gone, by the id that it had", async () => {
    await pool.query(
      `insert into audit_log (actor_type, actor_id, action, subject_type, subject_id)
       values ('person', 'gone-1', 'review.assigned', 'review', 'of-gone')`,
    );
    const { body } = await call(getAudit, { path: "/api/audit?on=of-gone", as: people["operator"] ?? null });
    expect(auditPageSchema.parse(body).events[0]?.actor).toEqual({ type: "person", id: "gone-1", name: "gone-1" });
  });
});

describe("the export", () => {
  it("as CSV says what was asked for, and no cell of it is run by a spreadsheet", async () => {
    const { text, headers } = await download("format=csv&what=action.tried&until=2026-10-02");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="notwice-audit-.*\.csv"$/);
    const [asked, columns, ...rows] = text.trimEnd().split("\r\n");
    expect(asked).toContain('""what"":""action.tried""');
    expect(columns).toMatch(/^id,at,actor_type,actor_id,actor_name,/);
    expect(rows).toHaveLength(FORMULAS.length);
    for (const row of rows) expect(row).toMatch(/^\d+,2026-10-01T00:00:00\.000000Z,worker,'[=+\-@\t]/);
    expect(rows[0]).toContain('"a, ""b"""');
  });

  it("as JSON lines holds every row of the filter, with all its digits", async () => {
    const { text } = await download("format=jsonl&since=2026-11-01&until=2026-11-02");
    const [asked = "", ...rows] = text.trimEnd().split("\n");
    expect(JSON.parse(asked)).toMatchObject({ filter: { since: "2026-11-01T00:00:00.000Z" } });
    expect(rows).toHaveLength(250);
    expect(rows[0]).toContain('"attempt": 9007199254740993');
  });

  it("refuses a format that there is not", async () => {
    expect((await download("format=xlsx")).status).toBe(422);
  });
});
