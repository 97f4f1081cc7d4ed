import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { FakeChat } from "#tests/support/fake-provider/chat.ts";
import { PostgresProxy } from "#tests/support/postgres/tcp-proxy.ts";
import { type Backlog, endPauses, seedBacklog, setPolicies, viewBacklog } from "./backlog.ts";

const { pool, url } = testDatabase();
const LEAST_STATEMENTS = 60;
/** Four in a row are seldom more than one transaction; the long form leaves none out. */
const KILL_EVERY = Number(process.env["KILL_EVERY"] ?? 4);
const TIMEOUT_MS = 1_200_000;

/** A pass in a process of its own, killed once the server has executed that many of its statements. */
async function killedPass(statements: number): Promise<"killed" | "finished"> {
  await using proxy = await PostgresProxy.start(url);
  const through = new URL(proxy.url);
  through.searchParams.set("application_name", "killed-pass");
  const child = spawn(process.execPath, ["scripts/reap.ts", "--once"], {
    env: { ...process.env, DATABASE_URL: through.href },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const struck = proxy.stopAfter(statements, () => child.kill("SIGKILL"));
  const [code, signal] = await exited;
  expect([code, signal]).toEqual(struck.times === 0 ? [0, null] : [null, "SIGKILL"]);
  return struck.times === 0 ? "finished" : "killed";
}

/** Its locks are gone with it. */
async function untilBackendsEnd(): Promise<void> {
  const left = "select from pg_stat_activity where datname = current_database() and application_name = 'killed-pass'";
  while ((await pool.query(left)).rowCount !== 0);
}

async function finish(): Promise<void> {
  await runPass();
  await endPauses(pool);
  await runPass();
  await endPauses(pool);
  await runPass();
}

it(
  "killed after any of its statements, a pass leaves what the next ones bring to the very same end",
  async () => {
    await using chat = await FakeChat.start();
    process.env["NOTWICE_SECRET_TOLD"] = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await setPolicies(pool, chat);
    const undisturbed = await seedBacklog(pool, chat);
    await finish();
    const wanted = await viewBacklog(pool, undisturbed);
    expect(wanted).toMatchSnapshot("undisturbed");

    const backlogs: [statements: number, backlog: Backlog][] = [];
    let [statements, end]: [number, "killed" | "finished"] = [0, "killed"];
    while (end === "killed") {
      statements += KILL_EVERY;
      backlogs.push([statements, await seedBacklog(pool, chat)]);
      end = await killedPass(statements);
      await untilBackendsEnd();
    }
    expect(statements).toBeGreaterThan(LEAST_STATEMENTS);

    await finish();
    for (const [at, backlog] of backlogs) {
      expect(await viewBacklog(pool, backlog), `killed after statement ${at}`).toEqual(wanted);
    }
  },
  TIMEOUT_MS,
);
