import { beforeAll, describe, expect, it } from "vitest";
import { Prisma, prisma } from "#lib/db/index.ts";
import { TABS } from "#lib/reviews/contract.ts";
import { type ListReviewsInput, listReviewsInputSchema, reviewFilterSchema } from "#lib/reviews/lists/contract.ts";
import { sortsOf } from "#lib/reviews/lists/words.ts";
import { countFacetsStatement } from "#lib/reviews/sql/lists/count-facets.ts";
import { countTabsStatement } from "#lib/reviews/sql/lists/count-tabs.ts";
import { groupStatement } from "#lib/reviews/sql/lists/group-review-rows.ts";
import { listOrder } from "#lib/reviews/sql/lists/list-order.ts";
import { listStatement } from "#lib/reviews/sql/lists/list-review-rows.ts";
import { filterCondition } from "#lib/reviews/sql/reviews/tab-condition.ts";
import { testDatabase } from "#tests/setup/test-database.ts";

const { pool } = testDatabase();
const WHOLE_TABLE = /Seq Scan on (action_log|action_attempt|review)\b/;
const scope = { viewer: { id: "bo", maySign: true }, recoveries: [] };

/** Enough for the planner to find that reading all of it is dear; one case in five is open. */
beforeAll(async () => {
  await pool.query(`
    insert into action_log (key, run_id, kind, status, step, target, attempt, failure, doubts, judged_attempt, completed_at)
      select lpad(to_hex(n), 64, '0'), 'run-' || n / 20, 'kind_' || n % 3,
        case when n % 5 = 0 then 'failed' else 'succeeded' end, n, 'ana-' || n || '@host-' || n % 200 || '.test', 1,
        case when n % 5 = 0 then 'may_have_happened' end, case when n % 5 = 0 then 1 else 0 end, 1, now()
      from generate_series(1, 100000) n;
    insert into review (action_key, attempt, cause, opened_at)
      select key, 1 + step % 3, 'cause_' || step % 4, now() - step * interval '7 seconds'
      from action_log where status = 'failed';
    insert into review (action_key, attempt, state, resolution, cause, opened_at, closed_at)
      select key, 1, 'closed', 'landed_late', 'cause_' || step % 4, at, at + interval '1 hour'
      from action_log cross join lateral (select now() - interval '9 days' - step * interval '1 minute' as at) opened
      where status = 'succeeded';
    insert into review_request (review_id, type, requested_by, reason, expires_at)
      select id, 'resend', 'person-' || row_number() over () % 7, 'x', now() + random() * interval '1 day'
      from review where state = 'open' order by opened_at limit 400;
    analyze action_log, review, review_request;`);
}, 120_000);

async function planOf(statement: Prisma.Sql): Promise<string> {
  const rows = await prisma().$queryRaw<{ "QUERY PLAN": string }[]>(Prisma.sql`explain ${statement}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const listPlan = async (over: Partial<ListReviewsInput>, after: readonly string[] | null = null) => {
  const input = listReviewsInputSchema.parse(over);
  const order = listOrder(input);
  return planOf(listStatement(filterCondition(input, scope), { order, after, limit: 51 }));
};

const SORTED = TABS.flatMap((tab) => sortsOf(tab).map((sort) => [tab, sort] as const));

describe("case 35: with five million actions behind it", () => {
  it.each(SORTED)("a page of %s by %s is read by index, and so is its total", async (tab, sort) => {
    const plan = await listPlan({ tab, sort });
    expect(plan).not.toMatch(WHOLE_TABLE);
    // The oldest cases are closed ones: who reads from there for what is open reads all that ever was.
    expect(plan.includes("review_opened_at_idx")).toBe(tab === "all");
  });

  it("a page far down begins where the last one ended", async () => {
    const place = ["2026-01-01 00:00:00.123456", "00000000-0000-4000-8000-000000000000"];
    const plan = await listPlan({ tab: "needs_decision" }, place);
    expect(plan).toMatch(/Index Cond: .*opened_at, id\) > /);
  });

  it.each([
    ["kind", { kind: "kind_1" }],
    ["cause", { cause: "cause_1" }],
    ["host", { host: "host-7.test" }],
    ["run", { run: "run-7" }],
    ["recipient", { recipient: "ana-35@host-35.test" }],
    ["text", { text: "ana-35" }],
    ["late", { late: "yes" as const }],
    ["waitingOver", { waitingOver: 60 }],
    ["takenBy", { takenBy: "me" }],
  ])("what is filtered by %s too", async (_name, filter) => {
    expect(await listPlan(filter)).not.toMatch(WHOLE_TABLE);
  });

  it("the numbers of the tabs are counted by index, and nothing of the lists reads every action", async () => {
    expect(await planOf(countTabsStatement(scope.viewer))).not.toMatch(/Seq Scan/);
    const filter = reviewFilterSchema.parse({});
    const condition = filterCondition(filter, scope);
    const statements = [
      countFacetsStatement(filter, scope),
      ...(["cause", "run", "recipient"] as const).map((by) =>
        groupStatement({ tab: filter.tab, condition, by, limit: 101 }, scope),
      ),
    ];
    for (const statement of statements) expect(await planOf(statement)).not.toContain("action_log");
  });

  it("a statement without an index would be noticed", async () => {
    const unindexed = Prisma.sql`select from action_log a where a.doubts = 7`;
    expect(await planOf(unindexed)).toContain("Seq Scan on action_log");
  });
});
