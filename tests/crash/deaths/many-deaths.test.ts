import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRequest, readReview, signOff } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";
import { reap } from "#tests/support/reap.ts";
import { notedEffects } from "../effects-file.ts";
import { Deliveries, type Job, MORTAL_POINTS, type MortalPoint } from "./deliveries.ts";

/** `CRASH_ACTIONS=10000 CRASH_WORKERS=12 npm run test:long` is the long form. */
const ACTIONS = Number(process.env["CRASH_ACTIONS"] ?? 600);
const WORKERS = Number(process.env["CRASH_WORKERS"] ?? 4);
const EVERY = 20;
const LIMIT_MS = 3_600_000;
const KIND = "mortal";

const { pool, url } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "notwice-deaths-"));
const [effectsFile, deathsFile] = [join(folder, "effects"), join(folder, "deaths")];

/** Of every twenty jobs one is deadly and one is delivered twice at once; now and then that is the same. */
const jobs: Job[] = Array.from({ length: ACTIONS }, (_, n) => {
  const point = n % EVERY === 0 ? MORTAL_POINTS[(n / EVERY) % MORTAL_POINTS.length] : undefined;
  return { runId: `run-${n}`, ...(point !== undefined && { dieAt: point }) };
});
const deliveries = jobs.flatMap((job, n) => {
  const twice = n % EVERY === EVERY / 2 || n % (8 * EVERY) === 0;
  return twice ? [job, { runId: job.runId }] : [job];
});

/** The log that each worker wrote before it died: who was killed, and where. */
function deathsAt(points: MortalPoint[]): string[] {
  const lines = existsSync(deathsFile) ? readFileSync(deathsFile, "utf8").split("\n").slice(0, -1) : [];
  const deaths = lines.map((line) => line.split(" "));
  return deaths.flatMap(([point, runId = ""]) => (points.some((each) => each === point) ? [runId] : []));
}

function landed(): Map<string, number> {
  return new Map([...notedEffects(effectsFile)].map(([runId, noted]) => [runId, noted.length]));
}

function runsWith(count: number, of: Map<string, number>): string[] {
  return jobs.map(({ runId }) => runId).filter((runId) => (of.get(runId) ?? 0) === count);
}

/** The deadline of what a dead worker held passes without anybody waiting for it. */
async function bury(worker: string): Promise<void> {
  await pool.query(
    "update action_log set deadline_at = now() - interval '1 s' where status = 'in_flight' and claimed_by = $1",
    [worker],
  );
  await reap();
}

async function openReviews(): Promise<{ id: string; runId: string }[]> {
  const { rows } = await pool.query<{ id: string; runId: string }>(
    `select v.id, a.run_id as "runId" from review v join action_log a on a.key = v.action_key
     where v.state = 'open' order by v.opened_at`,
  );
  return rows;
}

let work: Deliveries;

beforeAll(async () => {
  await pool.query("insert into policy (kind, hold_seconds) values ($1, 0)", [KIND]);
  const env = { DATABASE_URL: url, EFFECTS_FILE: effectsFile, DEATHS_FILE: deathsFile, KIND };
  work = new Deliveries({ env, buried: bury });
  await work.run(deliveries, WORKERS);
}, LIMIT_MS);

afterAll(() => rmSync(folder, { recursive: true }));

describe(`${ACTIONS} actions, ${WORKERS} workers, one job in ${EVERY} deadly, as many delivered twice`, () => {
  const inDoubt = () => deathsAt(["after_begin", "after_effect"]).toSorted();

  it("the workers died where they should", () => {
    const deadly = jobs.filter(({ dieAt }) => dieAt !== undefined).map(({ runId }) => runId);
    const deaths = deathsAt([...MORTAL_POINTS]);
    expect(work.deaths).toBe(deaths.length);
    expect(new Set(deaths).size).toBe(deaths.length);
    expect(deaths.filter((runId) => !deadly.includes(runId))).toEqual([]);
    // A twin of a deadly job may have been quicker; it is not killed.
    expect(deaths.length).toBeGreaterThan(deadly.length * 0.8);
  });

  it("nothing happened twice", () => {
    expect([...landed()].filter(([, count]) => count > 1)).toEqual([]);
  });

  it("nothing is lost: what did not happen is what died between its begin and its effect", () => {
    expect(runsWith(0, landed()).toSorted()).toEqual(deathsAt(["after_begin"]).toSorted());
  });

  it("a person is asked exactly about those who died between their begin and the record", async () => {
    const asked = (await openReviews()).map(({ runId }) => runId);
    expect(asked.toSorted()).toEqual(inDoubt());
  });

  it("each caller was told the truth", () => {
    const held = [...work.answers].filter(([, answer]) => answer !== "succeeded");
    expect(held.map(([runId]) => runId).toSorted()).toEqual(inDoubt());
    expect(new Set(held.map(([, answer]) => answer))).toEqual(new Set(["HeldError"]));
    expect(work.answers.size).toBe(ACTIONS);
  });

  it("no record denies what happened", async () => {
    const counts = landed();
    const { rows } = await pool.query<{ runId: string; status: string; failure: string | null }>(
      'select run_id as "runId", status, failure from action_log',
    );
    const denied = rows.filter(({ runId, failure }) => failure === "did_not_happen" && counts.get(runId) !== undefined);
    expect(denied).toEqual([]);
    const succeeded = rows.filter(({ status }) => status === "succeeded");
    expect(succeeded.filter(({ runId }) => counts.get(runId) !== 1)).toEqual([]);
    expect(succeeded).toHaveLength(ACTIONS - inDoubt().length);
  });

  it(
    "signed for every second one, only those happen once more: no duplicate that nobody approved",
    async () => {
      const [operator, approver] = [await person(pool, "Olga", "operator"), await person(pool, "Petra", "approver")];
      const before = landed();
      const signed: string[] = [];
      for (const { id, runId } of (await openReviews()).filter((_, n) => n % 2 === 0)) {
        const { review } = await readReview(operator, id);
        const seen = { version: review.version, payloadHash: review.payloadHash };
        const { requestId } = await createRequest(operator, id, { type: "resend", reason: "no answer", ...seen });
        const { version } = (await readReview(approver, id)).review;
        await signOff(approver, requestId, { ...seen, verdict: "approve", version });
        signed.push(runId);
      }

      await work.run(
        jobs.map(({ runId }) => ({ runId })),
        WORKERS,
      );

      const after = landed();
      const again = jobs.map(({ runId }) => runId).filter((runId) => after.get(runId) !== before.get(runId));
      expect(again.toSorted()).toEqual(signed.toSorted());
      const duplicates = deathsAt(["after_effect"]).filter((runId) => signed.includes(runId));
      expect(runsWith(2, after).toSorted()).toEqual(duplicates.toSorted());
      expect([...after.values()].every((count) => count <= 2)).toBe(true);
      const left = (await openReviews()).map(({ runId }) => runId);
      expect(left.toSorted()).toEqual(inDoubt().filter((runId) => !signed.includes(runId)));
    },
    LIMIT_MS,
  );
});
