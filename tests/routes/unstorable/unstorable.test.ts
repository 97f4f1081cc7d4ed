import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RouteHandler } from "#lib/http/index.ts";
import { createToken } from "#lib/tokens/index.ts";
import { EXPECTED, type Expected, PENDING, type Who } from "#tests/routes/permissions/expected.ts";
import { allRoutes } from "#tests/routes/permissions/serve-all.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { shapeOf, textFields, withText } from "./text-fields.ts";

const SECRET = "only-for-tests-only-for-tests-only-for-tests";
vi.stubEnv("AUTH_SECRET", SECRET);
vi.stubEnv("CRON_SECRET", SECRET);
const { pool } = testDatabase();
const ORIGIN = "http://localhost:3000";
const ID = "00000000-0000-4000-8000-000000000000";
const BAD = { "a NUL": "a\0b", "half a character": "a\uD800b" };
const headersOf = new Map<Who, Record<string, string>>();
const routes = await allRoutes();

beforeAll(async () => {
  const { cookie } = await signedIn("Everyone", "operator", "approver", "admin");
  for (const who of ["open", "everyone", "approvers", "approvers and admins", "admins"] as const) {
    headersOf.set(who, { cookie });
  }
  const admin = await person(pool, "Ida", "admin");
  for (const scope of ["actions", "read"] as const) {
    const { secret } = await createToken(admin, { name: scope, scopes: [scope], expiresInDays: null });
    headersOf.set(scope, { authorization: `Bearer ${secret}` });
  }
  headersOf.set("cron", { authorization: `Bearer ${SECRET}` });
});

type Found = { call: string; expected: Expected; handler: RouteHandler; path: string; params: Record<string, string> };

function find(call: string, expected: Expected): Found {
  const [method, listed = ""] = call.split(" ");
  const path = listed.replace(PENDING, ID);
  const { pathname } = new URL(path, ORIGIN);
  const route = routes.find((one) => one.method === method && one.fits.test(pathname));
  if (!route) throw new Error(`no route for ${call}`);
  return { call, expected, handler: route.handler, path, params: { ...route.fits.exec(pathname)?.groups } };
}

const ALL = Object.entries(EXPECTED).map(([call, expected]) => find(call, expected));

type Answer = { status: number; code?: string; field?: string };

async function ask({ call, expected, handler, params }: Found, url: string, body?: BodyInit): Promise<Answer> {
  const headers = new Headers({ "sec-fetch-site": "same-origin", ...headersOf.get(expected.who) });
  if (typeof body === "string") headers.set("content-type", "application/json");
  const [method = "GET"] = call.split(" ");
  const request = new Request(new URL(url, ORIGIN), { method, headers, ...(body !== undefined && { body }) });
  const response = await handler(request, { params: Promise.resolve(params) });
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  const told: { code?: string; field?: string } = isProblem ? await response.json() : {};
  return { status: response.status, ...told };
}

const BODIES = ALL.flatMap((found) => {
  const { body: schema, json = [] } = found.handler.reads ?? {};
  if (!schema) return [];
  const shape = shapeOf(schema);
  return textFields(shape)
    .filter(({ path }) => !json.includes(String(path[0])))
    .map(({ path, isFree }) => ({ ...found, shape, text: path, isFree, name: `${found.call} ${path.join(".")}` }));
});

describe("a text that cannot be stored", () => {
  it("is looked for in every free text there is", () => {
    const free = BODIES.filter(({ isFree }) => isFree).map(({ name }) => name);
    const common = ["reason", "note", "reference", "name", "password"];
    expect(common.filter((field) => !free.some((name) => name.endsWith(` ${field}`)))).toEqual([]);
    expect(free.length).toBeGreaterThan(25);
  });

  it.each(BODIES)("in $name is refused by that name, and never by a fault", async (field) => {
    const { expected, shape, text } = field;
    const outcomes = [];
    for (const [what, bad] of Object.entries(BAD)) {
      const changed = withText(shape, expected.form ?? expected.body, text, bad);
      // What a form cannot send, its encoding has replaced before it is read.
      if (expected.form && what !== "a NUL") continue;
      const body = expected.form ? new URLSearchParams(changed as Record<string, string>) : JSON.stringify(changed);
      const { status, code, field: named } = await ask(field, field.path, body);
      outcomes.push(expected.form ? { status: status < 500 } : { code, field: named });
    }
    const wanted = { code: "invalid_input", field: text.join(".") };
    for (const outcome of outcomes) expect(outcome).toEqual(expected.form ? { status: true } : wanted);
  });

  const QUERIES = ALL.filter(({ handler }) => handler.reads?.query).map((found) => ({ ...found, name: found.call }));
  it.each(QUERIES)("in the query of $name is refused by that name", async (found) => {
    const { query } = found.handler.reads ?? {};
    const fields = query ? textFields(shapeOf(query)) : [];
    for (const { path } of fields) {
      const url = new URL(found.path, ORIGIN);
      url.searchParams.set(String(path[0]), BAD["a NUL"]);
      const { status, field } = await ask(found, url.href);
      expect([path[0], status < 500, field]).toEqual([path[0], true, path[0]]);
    }
  });

  const NAMED = ALL.filter(({ params }) => Object.keys(params).length > 0).map((found) => ({
    ...found,
    name: found.call,
  }));
  it.each(NAMED)("in the path of $name is refused", async (found) => {
    const params = Object.fromEntries(Object.keys(found.params).map((name) => [name, BAD["a NUL"]]));
    const { body } = found.expected;
    const answer = await ask({ ...found, params }, found.path, body === undefined ? undefined : JSON.stringify(body));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

it("a payload keeps what JSON can hold: a NUL is edited in, and shown; half a character is refused", async () => {
  const edit = ALL.find(({ call }) => call.endsWith("/edit"));
  if (!edit) throw new Error("nothing edits");
  const stuck = await stuckCase(pool);
  const seen = await seenOf(pool, stuck);
  const write = (text: string) =>
    ask(
      { ...edit, params: { key: stuck.key } },
      edit.path,
      JSON.stringify({ payload: { to: "ana@acme.test", text }, reason: "x", ...seen }),
    );
  expect(await write(BAD["half a character"])).toMatchObject({ code: "invalid_input", field: "payload" });
  expect(await write(BAD["a NUL"])).toMatchObject({ status: 200 });
  const pages = ALL.filter(({ call }) => /^GET .api.(reviews|reviews\/facets|bulk-requests|runs|audit)$/.test(call));
  expect(pages).toHaveLength(5);
  for (const page of pages) expect([page.call, (await ask(page, page.path)).status]).toEqual([page.call, 200]);
  const { rows } = await pool.query("select replaced_by as key from action_log where key = $1", [stuck.key]);
  const shown = ALL.find(({ call }) => call.startsWith("GET /api/actions/"));
  expect(shown && (await ask({ ...shown, params: rows[0] }, shown.path)).status).toBe(200);
});
