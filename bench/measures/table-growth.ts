import { parseArgs } from "node:util";
import { NAMES, OURS } from "../entrants/entrants.ts";
import { startEntrant } from "../entrants/start-entrant.ts";
import { type BenchDatabase, withBenchDatabase } from "../support/bench-database.ts";
import { machine, type Measured, percentile, writeReport } from "../support/report.ts";
import { insertSucceeded } from "../support/rows.ts";

const FEW = 10_000;
const CALLERS = 16;
const WARM_UP_MS = 1000;

/** Whether it still gets done as often a second when the log holds what was done in years. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: "string", default: "1000000,10000000" },
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "3" },
    },
  });
  const sizes = values.rows.split(",").map(Number);
  const [rounds, forMs] = [Number(values.rounds), Number(values.seconds) * 1000];
  const conditions = machine();
  await withBenchDatabase(async (small) => {
    await insertSucceeded(small.client, FEW);
    await withBenchDatabase(async (large) => {
      const figures: Measured[] = [];
      let rows = 0;
      for (const size of sizes) {
        await insertSucceeded(large.client, size - rows);
        rows = size;
        figures.push(...(await compare(small, large, { size, rounds, forMs })));
      }
      const at = { postgres: small.version, callers: CALLERS, rounds, secondsEach: forMs / 1000 };
      await writeReport({ name: "table-growth", conditions: { ...conditions, ...at }, figures });
    });
  });
}

interface Comparison {
  size: number;
  rounds: number;
  forMs: number;
}

/** In turns, so that a busy machine is busy for both. */
async function compare(
  small: BenchDatabase,
  large: BenchDatabase,
  { size, rounds, forMs }: Comparison,
): Promise<Measured[]> {
  const entrant = OURS.find(({ name }) => name === NAMES.oneKb);
  if (entrant === undefined) throw new Error("no entrant of ours");
  const [few, many] = await Promise.all([small, large].map(async ({ url }) => startEntrant(entrant, url)));
  if (few === undefined || many === undefined) throw new Error("not started");
  const samples: { few: number; many: number }[] = [];
  for (const each of [few, many]) await each.take({ callers: CALLERS, forMs: WARM_UP_MS });
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await few.take({ callers: CALLERS, forMs }), await many.take({ callers: CALLERS, forMs })];
    samples.push({ few: one.actions / one.seconds, many: other.actions / other.seconds });
  }
  for (const each of [few, many]) each.stop();
  const median = (values: number[]) => percentile(values, 0.5);
  const rows = (count: number) => `${count.toLocaleString("en")} rows`;
  return [
    { what: `performed with ${rows(FEW)}`, value: median(samples.map((each) => each.few)), unit: "a second" },
    { what: `performed with ${rows(size)}`, value: median(samples.map((each) => each.many)), unit: "a second" },
    {
      what: `slower with ${rows(size)}, median of the rounds`,
      value: median(samples.map((each) => each.few / each.many)),
      unit: "×",
      goal: "at most 1.25",
    },
  ];
}
