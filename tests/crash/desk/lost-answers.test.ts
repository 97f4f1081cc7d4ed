import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { PostgresProxy } from "#tests/support/postgres/tcp-proxy.ts";
import { requestRows } from "#tests/support/rows.ts";
import { type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool, url } = testDatabase();
let bo: SignedIn;
let cara: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
  cara = await signedIn("Cara", "approver");
});

interface Decision {
  path: string;
  body: object;
  as: SignedIn;
}

/** One desk, as a process that can be killed. */
async function startDesk(databaseUrl: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ["tests/crash/desk/decision-server.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [port] = await once(createInterface(child.stdout), "line");
  return { child, origin: `http://127.0.0.1:${String(port)}` };
}

async function decide(origin: string, { path, body, as }: Decision, key: string) {
  const headers = {
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "idempotency-key": key,
    cookie: as.cookie,
  };
  const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function pendingResend(stuck: StuckCase, origin: string): Promise<string> {
  const body = { type: "resend", reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  await decide(origin, { path: `/api/reviews/${stuck.reviewId}/requests`, body, as: bo }, randomUUID());
  return String((await requestRows(pool, stuck.key))[0]?.["id"]);
}

type Prepare = (stuck: StuckCase, origin: string) => Promise<Decision>;
const DECISIONS: [string, Prepare][] = [
  [
    "a request for a resend",
    async ({ reviewId, key }) => {
      const body = { type: "resend", reason: "It did not arrive", ...(await seenOf(pool, { key })) };
      return { path: `/api/reviews/${reviewId}/requests`, body, as: bo };
    },
  ],
  [
    "a dismissal",
    async ({ reviewId, key }) => {
      const body = { type: "dismiss", reason: "No longer needed", ...(await seenOf(pool, { key })) };
      return { path: `/api/reviews/${reviewId}/requests`, body, as: bo };
    },
  ],
  [
    "a sign-off",
    async (stuck, origin) => {
      const path = `/api/requests/${await pendingResend(stuck, origin)}/sign-offs`;
      return { path, body: { verdict: "approve", ...(await seenOf(pool, stuck)) }, as: cara };
    },
  ],
  [
    "a turning down",
    async (stuck, origin) => {
      const path = `/api/requests/${await pendingResend(stuck, origin)}/sign-offs`;
      return { path, body: { verdict: "reject", note: "It arrived", ...(await seenOf(pool, stuck)) }, as: cara };
    },
  ],
  [
    "a reopening",
    async (stuck, origin) => {
      const body = { type: "dismiss", reason: "No longer needed", ...(await seenOf(pool, stuck)) };
      await decide(origin, { path: `/api/reviews/${stuck.reviewId}/requests`, body, as: bo }, randomUUID());
      const { version } = await seenOf(pool, stuck);
      return { path: `/api/reviews/${stuck.reviewId}/reopen`, body: { reason: "Needed", version }, as: bo };
    },
  ],
];

it.each(DECISIONS)("%s whose server is killed between its commit and its answer is made once", async (_, prepare) => {
  await using proxy = await PostgresProxy.start(url);
  const killed = await startDesk(proxy.url);
  const other = await startDesk(url);
  const stuck = await stuckCase(pool);
  const decision = await prepare(stuck, other.origin);
  const before = await snapshot(pool, stuck);
  const key = randomUUID();
  const struck = proxy.stopAtCommit("insert into audit_log", () => killed.child.kill("SIGKILL"));

  await expect(decide(killed.origin, decision, key)).rejects.toThrow("fetch failed");

  expect(struck.times).toBe(1);
  const committed = await snapshot(pool, stuck);
  expect(committed).not.toEqual(before);
  const first = await decide(other.origin, decision, key);
  const second = await decide(other.origin, decision, key);
  expect(first.status).toBe(200);
  expect(second).toEqual(first);
  expect(await snapshot(pool, stuck)).toEqual(committed);
});
