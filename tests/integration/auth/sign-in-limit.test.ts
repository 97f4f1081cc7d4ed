import { beforeEach, expect, it, vi } from "vitest";
import { createAccount, signIn } from "#lib/auth/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { PASSWORD } from "./browser.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();

const MAX_TRIES = 10;
const email = "ana@example.com";
const headers = new Headers();
const guess = () => signIn({ email, password: "a guess", headers });
const knock = () => signIn({ email, password: PASSWORD, headers });

beforeEach(async () => {
  await pool.query("truncate auth_rate_limit, auth_user cascade");
  await createAccount({ email, name: "Ana", password: PASSWORD, roles: ["operator"] });
});

it("lets ten of many guesses sent at once through to the password, and makes even the right one wait", async () => {
  const results = await Promise.all(Array.from({ length: 30 }, guess));
  const looked = results.filter(({ problem }) => problem?.error === "wrong");
  const waiting = results.filter(({ problem }) => problem?.error === "wait");
  expect([looked.length, waiting.length]).toEqual([MAX_TRIES, 20]);
  expect((await knock()).problem).toMatchObject({ error: "wait", until: expect.stringMatching(/:00\.000Z$/) });
});

it("stops neither other accounts nor the account itself once the time is over", async () => {
  await createAccount({ email: "bo@example.com", name: "Bo", password: PASSWORD, roles: ["approver"] });
  await pool.query("insert into auth_rate_limit (id, key, count, last_request) values ('old', 'old', 3, 0)");
  for (let tries = 0; tries <= MAX_TRIES; tries += 1) await guess();
  expect((await signIn({ email: "bo@example.com", password: PASSWORD, headers })).problem).toBeUndefined();
  expect((await knock()).problem?.error).toBe("wait");

  await pool.query("update auth_rate_limit set last_request = last_request - 5 * 60 * 1000");
  expect((await knock()).problem).toBeUndefined();
  expect((await pool.query("select key from auth_rate_limit")).rows).toEqual([]);
});

it("forgets earlier mistakes when the right password came", async () => {
  for (let tries = 1; tries < MAX_TRIES; tries += 1) await guess();
  expect((await knock()).problem).toBeUndefined();
  expect((await guess()).problem?.error).toBe("wrong");
});

it("keeps no e-mail addresses, which at times are passwords typed into the wrong field", async () => {
  await guess();
  const { rows } = await pool.query<{ key: string }>("select key from auth_rate_limit");
  expect(rows).toEqual([{ key: expect.stringMatching(/^sign-in:[\da-f]{64}$/) }]);
});
