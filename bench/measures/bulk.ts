import { parseArgs } from "node:util";
import type pg from "pg";
import type { Actor } from "../../lib/auth/index.ts";
import { askBulkRequest, freezeBulkRequest, readBulkRequest, signBulkRequest } from "../../lib/reviews/index.ts";
import { withBenchDatabase } from "../support/bench-database.ts";
import { processorTime } from "../support/processor-time.ts";
import { machine, percentile, writeReport } from "../support/report.ts";
import { insertOpenReviews, insertSucceeded } from "../support/rows.ts";

const MAKER: Actor = { type: "person", id: "bench-maker", name: "Bo", email: "bo@bench.test", roles: ["operator"] };
const SIGNER: Actor = {
  type: "person",
  id: "bench-signer",
  name: "Cara",
  email: "cara@bench.test",
  roles: ["approver"],
};
const STEPS = [
  "frozen",
  "shown before it is asked for",
  "asked for",
  "shown to its signer",
  "signed and released",
] as const;
type Step = (typeof STEPS)[number];

/** What issue 7 asks of a bulk request: how long a set of a thousand takes from the selection to the release. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: "string", default: "100000" },
      items: { type: "string", default: "1000" },
      sets: { type: "string", default: "7" },
    },
  });
  const [rows, items, sets] = [Number(values.rows), Number(values.items), Number(values.sets)];
  const conditions = machine();
  await withBenchDatabase(async ({ client, version }) => {
    await insertSucceeded(client, rows);
    await insertOpenReviews(client, items * (sets + 1) * 2);
    await requestOf(client, items);
    const before = await processorTime(client);
    const times: Map<Step, number>[] = [];
    for (let set = 0; set < sets; set += 1) times.push(await requestOf(client, items));
    const after = await processorTime(client);
    const medians = STEPS.map((step) =>
      percentile(
        times.map((time) => time.get(step) ?? Number.NaN),
        0.5,
      ),
    );
    const own = ((after.ownSeconds - before.ownSeconds) * 1000) / sets;
    const postgres = ((after.postgresSeconds - before.postgresSeconds) * 1000) / sets;
    const figures = [
      ...STEPS.map((step, at) => ({ what: step, value: medians[at] ?? Number.NaN, unit: "ms" })),
      { what: "all of it", value: medians.reduce((sum, one) => sum + one, 0), unit: "ms", goal: "under 1,000" },
      { what: "processor time for one set, this process", value: own, unit: "ms" },
      { what: "processor time for one set, Postgres", value: postgres, unit: "ms" },
    ];
    const at = { postgres: version, rowsSucceeded: rows, itemsOfASet: items, sets };
    await writeReport({ name: "bulk", conditions: { ...conditions, ...at }, figures });
  });
}

/** The next cases that nobody asked for, as a person would who chose them on a list. */
async function requestOf(client: pg.Client, items: number): Promise<Map<Step, number>> {
  const { rows: reviews } = await client.query<{ id: string; version: number; payloadHash: string | null }>(
    `select v.id, v.version, a.payload_hash as "payloadHash"
     from review v join action_log a on a.key = v.action_key
     where v.state = 'open' and v.pending_request_id is null and v.failure = 'may_have_happened'
     order by v.opened_at limit $1`,
    [items],
  );
  const times = new Map<Step, number>();
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work();
    times.set(step, performance.now() - began);
    return done;
  };
  const show = (actor: Actor, id: string) => readBulkRequest(actor, id, { show: "all", limit: 100 });
  const { bulkRequestId: id } = await timed("frozen", () => freezeBulkRequest(MAKER, { type: "resend", reviews }));
  await timed("shown before it is asked for", () => show(MAKER, id));
  const asking = { reason: "It did not arrive", paceSeconds: 0 };
  await timed("asked for", () => askBulkRequest(MAKER, id, asking));
  await timed("shown to its signer", () => show(SIGNER, id));
  const signed = await timed("signed and released", () => signBulkRequest(SIGNER, id, { verdict: "approve" }));
  if (signed.decided !== items) throw new Error(`${signed.decided} of ${items} were released`);
  return times;
}
