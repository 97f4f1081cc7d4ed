import { expect, it, onTestFinished } from "vitest";
import { createHub, DESK_CHANNEL, type HubPorts, type HubTiming, type LiveNews } from "#lib/live/hub.ts";
import { databasePorts } from "#lib/live/store.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, testIntent } from "#tests/support/case.ts";
import { stuckCase } from "#tests/support/desk.ts";

const { pool, url } = testDatabase();

const QUICK: HubTiming = { gather: 5, probe: 60_000, answer: 5000, retryFirst: 5, retryMost: 5 };

/** What a subscriber is told, in order; `until` waits for the next that fits. */
function hear(ports: HubPorts = databasePorts, timing: HubTiming = QUICK) {
  const news: LiveNews[] = [];
  const waiting = new Set<() => void>();
  const leave = createHub(ports, timing).subscribe((told) => {
    news.push(told);
    waiting.forEach((wake) => wake());
  });
  onTestFinished(leave);
  let read = 0;
  return {
    news,
    leave,
    async until(fits: (told: LiveNews) => boolean): Promise<LiveNews> {
      for (;;) {
        while (read < news.length) {
          const told = news[read++];
          if (told && fits(told)) return told;
        }
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
}

const isUp = ({ event }: LiveNews) => event === "up";
const topicsOf = (told: LiveNews) => (told.event === "changed" ? told.topics : []);

it.each([
  ["a case", "reviews", async () => void (await stuckCase(pool))],
  ["a policy", "policies", () => pool.query("insert into policy (kind) values ('told')")],
  ["a pass of the reaper", "reaper", () => pool.query("insert into reaper_run default values")],
])("tells that %s changed, by one word", async (_what, topic, change) => {
  const heard = hear();
  await heard.until(isUp);
  await change();
  const told = await heard.until(({ event }) => event === "changed");
  expect(topicsOf(told)).toContain(topic);
});

it("says nothing of claims and successes, which stay two single-row statements", async () => {
  const heard = hear();
  await heard.until(isUp);
  await openWorker(pool).perform(testIntent(), () => "done");
  await pool.query("select pg_notify($1, 'reaper')", [DESK_CHANNEL]);
  const told = await heard.until(({ event }) => event === "changed");
  expect(topicsOf(told)).toEqual(["reaper"]);
});

it("recovers by itself when Postgres drops the connection, and says so once", async () => {
  const heard = hear();
  await heard.until(isUp);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'notwice listener'",
  );
  await heard.until(({ event }) => event === "down");
  await heard.until(isUp);
  await pool.query("update policy set paused = paused");
  await heard.until((told) => topicsOf(told).includes("policies"));
  expect(heard.news.filter(isUp)).toHaveLength(2);
});

it("never counts itself as listening behind a pooler that takes the statement and delivers nothing", async () => {
  let tries = 0;
  const { promise: thrice, resolve } = Promise.withResolvers<void>();
  const pooled: HubPorts = {
    listen: async () => {
      tries += 1;
      if (tries === 3) resolve();
      return () => undefined;
    },
    notify: async (channel, payload) => databasePorts.notify(channel, payload),
  };
  const heard = hear(pooled, { ...QUICK, answer: 20 });
  await thrice;
  expect(heard.news).toEqual([{ event: "down" }]);
});

it("gives its connection back when nobody is left to tell", async () => {
  const listeners = async () => {
    const { rows } = await pool.query(
      "select count(*)::int from pg_stat_activity where application_name = 'notwice listener' and datname = $1",
      [new URL(url).pathname.slice(1)],
    );
    return rows[0].count;
  };
  const heard = hear();
  await heard.until(isUp);
  const before = await listeners();
  heard.leave();
  await expect.poll(listeners).toBe(before - 1);
});

it("passes on no word that is none of ours", async () => {
  const heard = hear();
  await heard.until(isUp);
  await pool.query("select pg_notify($1, $2)", [DESK_CHANNEL, "event: ended\n\n"]);
  await pool.query("select pg_notify($1, 'reviews')", [DESK_CHANNEL]);
  expect(topicsOf(await heard.until(({ event }) => event === "changed"))).toEqual(["reviews"]);
});
