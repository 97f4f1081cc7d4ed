import { parseArgs } from "node:util";
import type { Actor } from "../../lib/auth/index.ts";
import { countReviews, facetReviews, groupReviews, listReviews } from "../../lib/reviews/index.ts";
import { listReviewsInputSchema, reviewFilterSchema } from "../../lib/reviews/lists/contract.ts";
import { withBenchDatabase } from "../support/bench-database.ts";
import { machine, type Measured, percentile, writeReport } from "../support/report.ts";
import { insertOpenReviews, insertSucceeded } from "../support/rows.ts";

const CALLS = 200;
const WARM_UP_CALLS = 20;
/** Asked for when a person opens the filter, not with every page. */
const RARE_CALLS = 20;
const READER: Actor = { type: "person", id: "bench-3", name: "Bench", email: "bench@bench.test", roles: ["approver"] };

const page = (over: object) => () => listReviews(READER, listReviewsInputSchema.parse(over));

/** What issue 7 asks of the lists: as quick on a deep page as on the first, and however much was ever sent. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      few: { type: "string", default: "10000" },
      rows: { type: "string", default: "10000000" },
      reviews: { type: "string", default: "100000" },
    },
  });
  const [few, rows, reviews] = [Number(values.few), Number(values.rows), Number(values.reviews)];
  const conditions = machine();
  await withBenchDatabase(async ({ client, version }) => {
    await insertSucceeded(client, few);
    await insertOpenReviews(client, reviews);
    const small = await measure();
    await insertSucceeded(client, rows - few);
    const large = await measure();
    const at = { postgres: version, rowsFew: few, rowsMany: rows, openReviews: reviews, callsEach: CALLS };
    await writeReport({ name: "queue-api", conditions: { ...conditions, ...at }, figures: figuresOf(small, large) });
  });
}

const RARE = new Set(["facets", "groups by cause"]);

type Times = Record<string, number[]>;

async function measure(): Promise<Times> {
  const deep = await cursorFarDown();
  const calls: Record<string, () => Promise<unknown>> = {
    "first page": page({}),
    "deep page": page({ cursor: deep }),
    "page by attempts": page({ sort: "attempts" }),
    "page for me to sign": page({ tab: "to_sign" }),
    "page of one kind": page({ kind: "send_email" }),
    "page of one host": page({ host: "host-7.test" }),
    "search by recipient": page({ tab: "all", text: "ana-77" }),
    "numbers of the tabs": () => countReviews(READER),
    facets: () => facetReviews(READER, reviewFilterSchema.parse({})),
    "groups by cause": () => groupReviews(READER, { ...reviewFilterSchema.parse({}), by: "cause" }),
  };
  const times: Times = {};
  for (const [what, call] of Object.entries(calls)) {
    times[what] = await timesOf(call, RARE.has(what) ? RARE_CALLS : CALLS);
  }
  return times;
}

async function timesOf(call: () => Promise<unknown>, count: number): Promise<number[]> {
  for (let n = 0; n < Math.min(WARM_UP_CALLS, count); n += 1) await call();
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times;
}

/** Half of what is open further down. */
async function cursorFarDown(): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let n = 0; n < 500; n += 1) {
    const { nextCursor } = await page({ limit: 100, ...(cursor !== undefined && { cursor }) })();
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return cursor;
}

const GOALS: Record<string, [p50: string, p95: string]> = {
  "search by recipient": ["", "under 50"],
};

function figuresOf(small: Times, large: Times): Measured[] {
  const each = Object.entries(large).flatMap(([what, times]): Measured[] => {
    const isPage = what.includes("page");
    const [p50, p95] = GOALS[what] ?? (isPage ? ["at most 5", "under 15"] : ["", ""]);
    return [
      { what: `${what}, median`, value: percentile(times, 0.5), unit: "ms", ...(p50 && { goal: p50 }) },
      { what: `${what}, 95th percentile`, value: percentile(times, 0.95), unit: "ms", ...(p95 && { goal: p95 }) },
    ];
  });
  const median = (times: Times, what: string) => percentile(times[what] ?? [], 0.5);
  return [
    ...each,
    {
      what: "deep page by first page",
      value: median(large, "deep page") / median(large, "first page"),
      unit: "×",
      goal: "at most 1.2",
    },
    {
      what: "first page, many actions by few",
      value: median(large, "first page") / median(small, "first page"),
      unit: "×",
      goal: "at most 1.5",
    },
  ];
}
