import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { Prisma, prisma } from "#lib/db/index.ts";
import { judge } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow } from "#tests/support/rows.ts";
import { seedAction } from "../seed.ts";

const { pool } = testDatabase();

const SECRET = "Dear Ana, your test was positive";

async function errorOf(pass: Promise<unknown>): Promise<string> {
  await pass.catch(() => undefined);
  const { rows } = await pool.query("select error from reaper_run order by started_at desc limit 1");
  return String(rows[0]?.error);
}

it("forgets passes of more than thirty days ago, ended or killed, and none that is younger", async () => {
  const old = randomUUID();
  const killed = randomUUID();
  const young = randomUUID();
  await pool.query(
    `insert into reaper_run (id, started_at, finished_at) values
       ($1, now() - interval '30 days 1 minute', now()), ($2, now() - interval '90 days', null),
       ($3, now() - interval '29 days 23 hours', now())`,
    [old, killed, young],
  );
  expect(await runPass()).toMatchObject({ pruned: 2, stoppedBy: "done" });
  const { rows } = await pool.query("select id from reaper_run where id = any($1)", [[old, killed, young]]);
  expect(rows).toEqual([{ id: young }]);
});

it("forgets no more at once than a pass may change, and the rest in the next", async () => {
  await pool.query("insert into reaper_run (started_at) select now() - interval '40 days' from generate_series(1, 7)");
  expect(await runPass({ limit: 5 })).toMatchObject({ pruned: 5, stoppedBy: "limit" });
  expect(await runPass({ limit: 5 })).toMatchObject({ pruned: 2, stoppedBy: "done" });
});

it("keeps no word of what the database refused: a data exception quotes it", async () => {
  const readPolicies = async (): Promise<never> => {
    await prisma().$queryRaw(Prisma.sql`select ${SECRET}::text::jsonb`);
    throw new Error("unreachable");
  };
  await seedAction(pool);
  const error = await errorOf(runPass({}, { readPolicies, judge }));
  expect(error).toBe("A step failed: the database refused it (SQLSTATE 22P02).");
});

it("keeps no word of what could not be read: the parser quotes it", async () => {
  const key = await seedAction(pool);
  const reads = (): ReturnType<typeof judge> => JSON.parse(SECRET);
  const readPolicies = () => Promise.resolve(new Map());
  const error = await errorOf(runPass({}, { readPolicies, judge: reads }));
  expect(error).toMatch(
    /^Action [0-9a-f]{10} could not be judged: a fault of ours \(SyntaxError\); the log says more\.$/,
  );
  expect(await actionRow(pool, key)).toMatchObject({ status: "in_flight" });
});
