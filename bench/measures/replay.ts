import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { openActionLog } from "@notwice/once";
import pg from "pg";
import { createPlainTable } from "../entrants/plain-table.ts";
import { withBenchDatabase } from "../support/bench-database.ts";
import { machine, percentile, writeReport } from "../support/report.ts";

const TARGET = "ana@acme.test";
const PAYLOAD = { body: "Dear Ana, thank you for your order. ".repeat(28) };
const RESULT = { messageId: "<1@acme.test>" };

/** What it costs to begin a run of many steps again when all of them have succeeded. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { steps: { type: "string", default: "1000" }, rounds: { type: "string", default: "9" } },
  });
  const [steps, rounds] = [Number(values.steps), Number(values.rounds)];
  const conditions = machine();
  await withBenchDatabase(async ({ url, client, version }) => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const runId = randomUUID();
    const perform = async (resumed: boolean) => {
      const run = openActionLog({ db: pool, worker: "bench" }).run(runId);
      if (resumed) await run.resume();
      for (let step = 0; step < steps; step += 1) {
        await run.perform({ kind: "bench", target: TARGET, payload: PAYLOAD }, () => RESULT);
      }
    };
    await createPlainTable(client);
    await client.query(
      `insert into plain_action_log (key, run_id, kind, status, result, attempted_at, completed_at)
       select $1 || '-' || n, $1, 'bench', 'succeeded', $2, now(), now() from generate_series(0, $3 - 1) n`,
      [runId, RESULT, steps],
    );
    await perform(false);
    await client.query("vacuum (analyze) action_log, plain_action_log");
    const ways = {
      "the plain select, a step at a time": async () => {
        for (let step = 0; step < steps; step += 1) {
          await pool.query("select status, result from plain_action_log where key = $1", [`${runId}-${step}`]);
        }
      },
      "perform, a step at a time": async () => perform(false),
      "perform after resume()": async () => perform(true),
    };
    const samples = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, way] of Object.entries(ways)) {
        const began = performance.now();
        await way();
        samples.get(name)?.push((steps * 1000) / (performance.now() - began));
      }
    }
    await pool.end();
    const [plain = [], single = [], batched = []] = samples.values();
    const ratio = (ours: number[]) => percentile(ours, 0.5) / percentile(plain, 0.5);
    await writeReport({
      name: "replay",
      conditions: { ...conditions, postgres: version, steps, rounds },
      figures: [
        ...[...samples].map(([what, each]) => ({
          what,
          value: percentile(each, 0.5),
          unit: "steps a second",
          spread: [Math.min(...each), Math.max(...each)] as [number, number],
        })),
        { what: "a step at a time, by the plain select", value: ratio(single), unit: "×", goal: "at least 1.0" },
        { what: "after resume(), by the plain select", value: ratio(batched), unit: "×", goal: "at least 5" },
      ],
    });
  });
}
