import { type Effect, openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { testIntent } from "#tests/support/case.ts";
import { caseView, viewCases } from "./case-view.ts";
import { releasedAction } from "./faulty-worker.ts";

const { pool, url } = testDatabase();
const CALLERS = 40;
const RELEASED = 6;
const LISTENING = `select query, state from pg_stat_activity
  where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`;

function smallPool(max: number): Pool {
  const small = new Pool({ connectionString: url, max });
  onTestFinished(() => small.end());
  return small;
}

/** Resolves for all when `parties` have come. */
function barrier(parties: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let missing = parties;
  return async () => {
    missing -= 1;
    if (missing === 0) all.resolve();
    await all.promise;
  };
}

describe.each([1, 2])("a pool of %s connections", (max) => {
  it("carries many callers at once, who hold none while their effects run", async () => {
    const log = openActionLog({ db: smallPool(max), worker: "crowded" });
    const intents = Array.from({ length: CALLERS }, (_, step) => testIntent({ step }));
    const effects = new Map<string, number>();
    const everybody = barrier(CALLERS);
    const effect: Effect<string> = async ({ key, begin, heartbeat }) => {
      await begin();
      effects.set(key, (effects.get(key) ?? 0) + 1);
      // No effect ends before all have begun.
      await everybody();
      await heartbeat();
      return key;
    };

    const keys = await Promise.all(intents.map((intent) => log.perform(intent, effect, { twoPhase: true })));

    expect([...effects]).toEqual(expect.arrayContaining(keys.map((key) => [key, 1])));
    const views = await viewCases(
      pool,
      intents.map(({ runId }) => runId),
    );
    expect([...views.values()]).toEqual(intents.map(() => caseView()));
  });

  it("carries them beside two loops of work() that would each keep one for listening", async () => {
    const small = smallPool(max);
    const [one, other] = ["one", "other"].map((worker) => openActionLog({ db: small, worker }));
    if (one === undefined || other === undefined) throw new Error("no worker");
    const kind = `crowded-${max}`;
    const released = Array.from({ length: RELEASED }, () => testIntent({ kind }));
    const stop = new AbortController();
    const worked: number[] = [];
    const errors: unknown[] = [];
    const handler: Effect<void> = ({ attempt }) => {
      worked.push(attempt);
      if (worked.length === RELEASED) stop.abort();
    };
    const options = { signal: stop.signal, pollMs: 10, onError: (error: unknown) => errors.push(error) };
    const loops = [one, other].map((log) => log.work({ [kind]: handler }, options));
    // While the loops wait, which is when they would listen.
    for (const intent of released) await releasedAction(pool, intent);
    const callers = Array.from({ length: CALLERS }, (_, step) =>
      one.perform(testIntent({ step }), ({ attempt }) => attempt),
    );

    expect(await Promise.all(callers)).toEqual(callers.map(() => 1));
    await Promise.all(loops);

    expect(errors).toEqual([]);
    expect(worked).toEqual(released.map(() => 2));
  });
});

it("a pool with room listens, and gives the connection back when the loop ends", async () => {
  const roomy = smallPool(3);
  const stop = new AbortController();
  const woken = Promise.withResolvers<void>();
  const log = openActionLog({ db: roomy, worker: "roomy" });
  const loop = log.work({ roomy: () => woken.resolve() }, { signal: stop.signal, pollMs: 3_600_000 });
  await expect
    .poll(async () => (await pool.query(LISTENING)).rows)
    .toEqual([{ query: 'listen "notwice_released"', state: "idle" }]);
  await releasedAction(pool, testIntent({ kind: "roomy" }));
  await pool.query("select pg_notify('notwice_released', 'roomy')");
  await woken.promise;
  stop.abort();
  await loop;
  await expect.poll(async () => (await pool.query(LISTENING)).rows).toEqual([]);
  expect(roomy.totalCount - roomy.idleCount).toBe(0);
});
