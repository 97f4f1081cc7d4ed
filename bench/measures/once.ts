import { parseArgs } from "node:util";
import type pg from "pg";
import { findRedis, startRedis } from "../../tests/integration/queues/redis-server.ts";
import { entrants, NAMES } from "../entrants/entrants.ts";
import { hasPgbench, runPgbench } from "../entrants/pgbench.ts";
import { createPlainTable } from "../entrants/plain-table.ts";
import type { Turn, TurnResult } from "../entrants/serve.ts";
import { startEntrant } from "../entrants/start-entrant.ts";
import { withBenchDatabase } from "../support/bench-database.ts";
import { machine, type Measured, percentile, writeReport } from "../support/report.ts";

const CALLERS = [1, 16, 64];
const CEILING = "the plain two statements, by pgbench";

interface Sample {
  perSecond: number;
  walBytes: number;
}

/** By name and number of callers, one sample for each round. */
type Samples = Map<string, Sample[]>;

const sampleKey = (name: string, callers: number): string => `${name}, ${callers} callers`;

/** How often a second a thing gets done once: ours beside the plain pattern and what people would pick instead. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "2" } },
  });
  const [rounds, forMs] = [Number(values.rounds), Number(values.seconds) * 1000];
  const conditions = machine();
  const binary = findRedis();
  const redis = binary === null ? undefined : await startRedis(binary);
  try {
    await withBenchDatabase(async ({ url, client, version }) => {
      await createPlainTable(client);
      const started = await Promise.all(
        entrants(redis !== undefined).map(async (entrant) => ({
          name: entrant.name,
          ...(await startEntrant(entrant, entrant.store === "redis" ? `redis://127.0.0.1:${redis?.port}` : url)),
        })),
      );
      const takers = [
        ...started,
        ...(hasPgbench() ? [{ name: CEILING, take: async (turn: Turn) => runPgbench(url, turn) }] : []),
      ];
      const samples: Samples = new Map();
      for (let round = 0; round < rounds; round += 1) {
        for (const callers of CALLERS) {
          for (const taker of takers) {
            const sample = await measure(client, async () => taker.take({ callers, forMs }));
            const key = sampleKey(taker.name, callers);
            samples.set(key, [...(samples.get(key) ?? []), sample]);
          }
        }
      }
      for (const each of started) each.stop();
      const at = { postgres: version, rounds, secondsEach: forMs / 1000 };
      await writeReport({ name: "once", conditions: { ...conditions, ...at }, figures: figuresOf(samples) });
    });
  } finally {
    await redis?.stop();
  }
}

async function measure(client: pg.Client, take: () => Promise<TurnResult>): Promise<Sample> {
  const before = await walPosition(client);
  const { actions, seconds } = await take();
  return { perSecond: actions / seconds, walBytes: ((await walPosition(client)) - before) / actions };
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: number }>("select (pg_current_wal_insert_lsn() - '0/0')::float8 as at");
  return rows[0]?.at ?? Number.NaN;
}

/** Of ours to another at each number of callers: the goal holds for each. */
const RATIOS: { name: string; to: string; goal?: string }[] = [
  { name: NAMES.bare, to: NAMES.plain, goal: "at least 1.2" },
  { name: NAMES.bare, to: NAMES.prepared, goal: "at least 0.8" },
  { name: NAMES.oneKb, to: NAMES.plain, goal: "at least 1.0" },
  { name: NAMES.twoPhase, to: NAMES.plain, goal: "at least 0.7" },
  { name: NAMES.large, to: NAMES.plain },
  { name: NAMES.oneKb, to: NAMES.dbos, goal: "at least 7" },
  { name: NAMES.oneKb, to: NAMES.pgBoss, goal: "at least 8" },
  { name: NAMES.plain, to: CEILING },
];

function figuresOf(samples: Samples): Measured[] {
  const median = (name: string, callers: number, of: keyof Sample) =>
    percentile(
      (samples.get(sampleKey(name, callers)) ?? []).map((sample) => sample[of]),
      0.5,
    );
  const speeds = [...samples].map(([what, taken]): Measured => {
    const each = taken.map(({ perSecond }) => perSecond);
    return { what, value: percentile(each, 0.5), unit: "a second", spread: [Math.min(...each), Math.max(...each)] };
  });
  const has = (name: string) => samples.has(sampleKey(name, 1));
  const ratios = RATIOS.filter(({ name, to }) => has(name) && has(to)).flatMap(({ name, to, goal }) =>
    CALLERS.map((callers): Measured => ({
      what: `${name}, by ${to}, ${callers} callers`,
      value: median(name, callers, "perSecond") / median(to, callers, "perSecond"),
      unit: "×",
      ...(goal && { goal }),
    })),
  );
  const wal = Object.values(NAMES)
    .filter((name) => has(name) && name !== NAMES.powertools)
    .map((name): Measured => ({ what: `WAL an action, ${name}`, value: median(name, 16, "walBytes"), unit: "bytes" }));
  return [
    ...speeds,
    ...ratios,
    ...wal,
    {
      what: "WAL of once without payload by that of the plain two statements",
      value: median(NAMES.bare, 16, "walBytes") / median(NAMES.plain, 16, "walBytes"),
      unit: "×",
      goal: "at most 1.5",
    },
  ];
}
