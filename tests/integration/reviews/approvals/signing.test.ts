import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, readSigning, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, type StuckCase, stuckCase } from "#tests/support/desk.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let ida: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  ida = await person(pool, "Ida", "admin");
});

async function ask(actor: Actor): Promise<StuckCase & { requestId: string }> {
  const stuck = await stuckCase(pool, { kind: "send_email" });
  const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  return { ...stuck, ...(await createRequest(actor, stuck.reviewId, input)) };
}

const approversOf = (people: readonly Actor[]) => people.map(({ id, name }) => ({ id, name }));

it("who signs is told for which kinds, and nobody else", async () => {
  await stuckCase(pool, { kind: "a_kind_without_policy" });
  expect((await readSigning(cara)).kinds).toContain("a_kind_without_policy");
  expect((await readSigning(bo)).kinds).toEqual([]);
  expect((await readSigning(ida)).kinds).toEqual([]);
});

it("an admin, and nobody else, is told what can never be approved as the roles stand", async () => {
  const counted = async () => (await readSigning(ida)).unsignable;
  expect(await readSigning(cara)).toMatchObject({ unsignable: null });
  expect(await readSigning(bo)).toMatchObject({ unsignable: null });

  await ask(bo);
  expect(await counted()).toEqual({ count: 0, approvers: approversOf([cara]) });
  await ask(cara);
  expect(await counted()).toEqual({ count: 1, approvers: approversOf([cara]) });
  const dev = await person(pool, "Dev", "approver");
  expect(await counted()).toEqual({ count: 0, approvers: approversOf([cara, dev]) });

  // A vote that was given still counts when whoever gave it is gone.
  await pool.query("update policy set sign_offs_resend = 2 where kind = 'send_email'");
  const twice = await ask(bo);
  await signOff(dev, twice.requestId, { verdict: "approve", ...(await seenOf(pool, twice)) });
  expect(await counted()).toMatchObject({ count: 0 });
  await pool.query("update auth_user set disabled_at = now() where id = $1", [dev.id]);
  expect(await counted()).toEqual({ count: 1, approvers: approversOf([cara]) });
  await pool.query("update auth_user set disabled_at = now() where id = $1", [cara.id]);
  expect(await counted()).toEqual({ count: 3, approvers: [] });
});
