import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildApp } from "../../scripts/outputs/build-app.ts";
import { tokenSecret } from "../../tests/support/workers/api-worker.ts";
import { type BenchDatabase, withBenchDatabase } from "../support/bench-database.ts";
import { type BenchDesk, startBenchDesk } from "../support/bench-desk.ts";
import { machine, type Measured, percentile, writeReport } from "../support/report.ts";

const PROCESSES = [1, 2, 4];
const WORKERS = 12;
const REAPERS = 3;
/** Of a hundred deliveries: so many workers die with their claim, and so many jobs come twice at once. */
const DEATHS = 5;
const REDELIVERIES = 5;
const TIMEOUT_MS = 1500;
const KIND = "bench_ask";

interface Turn {
  performed: number;
  seconds: number;
}

/** Whether more app processes get more done, or at least not less, and whether anything ever happens twice. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "5" } },
  });
  const [rounds, forMs] = [Number(values.rounds), Number(values.seconds) * 1000];
  const conditions = machine();
  await buildApp();
  await withBenchDatabase(async (database) => {
    await database.client.query("insert into policy (kind, recovery) values ($1, 'ask')", [KIND]);
    const secret = await tokenSecret(database.pool);
    await using open = new AsyncDisposableStack();
    const desks: BenchDesk[] = [];
    for (let n = 0; n < Math.max(...PROCESSES); n += 1) desks.push(open.use(await startBenchDesk(database.url)));
    const effects = new Map<string, number>();
    const samples = new Map<number, number[]>(PROCESSES.map((count) => [count, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const count of PROCESSES) {
        const { performed, seconds } = await work(desks.slice(0, count), { secret, forMs, effects });
        samples.get(count)?.push(performed / seconds);
      }
    }
    const figures = await figuresOf(database, samples, effects);
    const at = { postgres: database.version, workers: WORKERS, reapers: REAPERS, rounds, secondsEach: forMs / 1000 };
    await writeReport({ name: "replicas", conditions: { ...conditions, ...at }, figures });
  });
}

interface Work {
  secret: string;
  forMs: number;
  /** How often each key's effect happened: the receiving side's own count. */
  effects: Map<string, number>;
}

async function work(desks: BenchDesk[], { secret, forMs, effects }: Work): Promise<Turn> {
  const began = performance.now();
  const isOver = () => performance.now() - began > forMs;
  let performed = 0;
  const worker = async (lane: number) => {
    for (let n = lane; !isOver(); n += WORKERS) {
      const intent = { runId: randomUUID(), step: 0, kind: KIND, target: "ana@acme.test", payload: { n } };
      const deliveries = n % 100 < REDELIVERIES ? 2 : 1;
      const dies = n % 100 >= 100 - DEATHS;
      const outcomes = await Promise.all(
        Array.from({ length: deliveries }, async (_, delivery) =>
          deliver({ desk: at(desks, lane + delivery), secret, intent, dies, effects }),
        ),
      );
      performed += outcomes.filter(Boolean).length;
    }
  };
  const reaper = async (lane: number) => {
    while (!isOver()) {
      const { url, cronSecret } = at(desks, lane);
      const headers = { authorization: `Bearer ${cronSecret}` };
      await (await fetch(`${url}/api/cron/reaper`, { method: "POST", headers })).text();
    }
  };
  await Promise.all([
    ...Array.from({ length: WORKERS }, async (_, lane) => worker(lane)),
    ...Array.from({ length: REAPERS }, async (_, lane) => reaper(lane)),
  ]);
  return { performed, seconds: (performance.now() - began) / 1000 };
}

interface Delivery {
  desk: BenchDesk;
  secret: string;
  intent: object;
  dies: boolean;
  effects: Map<string, number>;
}

/** Whether this delivery got the thing done. */
async function deliver({ desk, secret, intent, dies, effects }: Delivery): Promise<boolean> {
  const token = randomUUID();
  const claimed = await post(desk, "claim", secret, { ...intent, token, timeoutMs: TIMEOUT_MS });
  if (claimed["outcome"] !== "claimed") return false;
  const key = String(claimed["key"]);
  effects.set(key, (effects.get(key) ?? 0) + 1);
  if (dies) return false;
  const held = { key, token, attempt: claimed["attempt"] };
  return (await post(desk, "succeed", secret, { ...held, result: {} }))["outcome"] === "succeeded";
}

async function post({ url }: BenchDesk, step: string, secret: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1/actions/${step}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status >= 500) throw new Error(`${step}: ${response.status} ${await response.text()}`);
  return z.record(z.string(), z.unknown()).parse(await response.json());
}

function at(desks: BenchDesk[], n: number): BenchDesk {
  const desk = desks[n % desks.length];
  if (desk === undefined) throw new Error("no app process");
  return desk;
}

async function figuresOf(
  { client }: BenchDatabase,
  samples: Map<number, number[]>,
  effects: Map<string, number>,
): Promise<Measured[]> {
  const median = (count: number) => percentile(samples.get(count) ?? [], 0.5);
  const { rows } = await client.query<{ unseen: string[] }>(
    "select array(select key from action_log where kind = $1 and key <> all($2::text[])) as unseen",
    [KIND, [...effects.keys()]],
  );
  return [
    ...[...samples].map(([count, each]): Measured => ({
      what: `performed by ${WORKERS} workers over ${count} app processes`,
      value: median(count),
      unit: "a second",
      spread: [Math.min(...each), Math.max(...each)],
    })),
    ...PROCESSES.slice(1).map((count): Measured => ({
      what: `${count} app processes by one`,
      value: median(count) / median(1),
      unit: "×",
      goal: "at least 1",
    })),
    { what: "effects", value: [...effects.values()].reduce((sum, times) => sum + times, 0), unit: "" },
    {
      what: "actions whose effect happened twice",
      value: [...effects.values()].filter((times) => times > 1).length,
      unit: "",
      goal: "0",
    },
    { what: "actions claimed without an effect", value: rows[0]?.unseen.length ?? Number.NaN, unit: "", goal: "0" },
  ];
}
