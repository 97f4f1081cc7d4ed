import { randomUUID } from "node:crypto";
import { NotExecuted } from "@notwice/once";
import type { Pool } from "pg";
import { prisma } from "#lib/db/index.ts";
import { addComment, createRequest, readReview, reopen, signOff, takeBack } from "#lib/reviews/index.ts";
import { cancelRun } from "#lib/runs/index.ts";
import { type OpenAttempt, openWorker, startAttempt, testIntent, type TestIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import type { ModelPolicy } from "./model.ts";

const BO = { type: "person", id: "bo", name: "Bo", email: "bo@desk.test", roles: ["operator"] } as const;
const CARA = { type: "person", id: "cara", name: "Cara", email: "cara@desk.test", roles: ["approver"] } as const;
const asActor = (person: typeof BO | typeof CARA) => ({ ...person, roles: [...person.roles] });

const MOST_PASSES = 5;

/** The real system under the same commands as the model: a kind of its own, a few actions, their workers' attempts. */
export class World {
  readonly intents: TestIntent[];
  readonly #pool: Pool;
  readonly #attempts = new Map<string, OpenAttempt>();

  private constructor(pool: Pool, kind: string, actions: number) {
    this.#pool = pool;
    this.intents = Array.from({ length: actions }, (_, n) => testIntent({ kind, step: n, payload: { n } }));
  }

  static async open(pool: Pool, policy: ModelPolicy, actions: number): Promise<World> {
    const kind = `kind-${randomUUID()}`;
    await pool.query(
      `insert into policy (kind, recovery, max_attempts, gate, backoff_seconds, hold_seconds)
       values ($1, $2, $3, $4, 0, 0)`,
      [kind, policy.recovery, policy.maxAttempts, policy.gated ? "before_send" : "never"],
    );
    return new World(pool, kind, actions);
  }

  /** Delivers the job once more: the number of the attempt that began, what it returned, or the refusal's name. */
  async deliver(n: number, twoPhase: boolean): Promise<string> {
    const intent = this.#intent(n);
    try {
      const attempt = await startAttempt(openWorker(this.#pool, `w-${randomUUID()}`), intent, { twoPhase });
      this.#attempts.set(`${n}:${attempt.context.attempt}`, attempt);
      if (JSON.stringify(attempt.context.payload) !== JSON.stringify(intent.payload)) return "other bytes";
      return "claimed";
    } catch (error) {
      const early: unknown = error instanceof Error ? error.cause : error;
      return early instanceof Error ? early.name : "stored";
    }
  }

  async deliverReworded(n: number): Promise<string> {
    const reworded = { ...this.#intent(n), payload: { reworded: true } };
    return openWorker(this.#pool)
      .perform(reworded, () => "ran")
      .catch((error: unknown) => (error instanceof Error ? error.name : "threw"));
  }

  async begin(n: number, number: number): Promise<boolean> {
    return this.#attempt(n, number)
      .context.begin()
      .then(
        () => true,
        () => false,
      );
  }

  async succeed(n: number, number: number): Promise<unknown> {
    return this.#attempt(n, number).finish({ attempt: number });
  }

  async fail(n: number, number: number, proof: boolean): Promise<unknown> {
    return this.#attempt(n, number).fail(proof ? new NotExecuted("refused") : new Error("reply lost"));
  }

  /** The attempt's time is over; its worker may be paused, or gone. */
  async expire(n: number): Promise<void> {
    await this.#pool.query(
      "update action_log set deadline_at = now() - interval '1 second' where run_id = $1 and status = 'in_flight'",
      [this.#intent(n).runId],
    );
  }

  async lapse(n: number): Promise<void> {
    await this.#pool.query(
      "update action_log set release_expires_at = now() - interval '1 second' where run_id = $1 and status = 'released'",
      [this.#intent(n).runId],
    );
    await this.reap();
  }

  /** What a pass leaves alone because somebody holds the row, be it for a decision that is refused, the next one takes. */
  async reap(): Promise<void> {
    const due = new Set(await this.#due());
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      await reap();
      if (!(await this.#due()).some((row) => due.has(row))) return;
    }
  }

  async #due(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ row: string }>(
      `select key || ' ' || revision as row from action_log where run_id = any($1) and (
         status = 'in_flight' and deadline_at < now() or status = 'failed' and judged_attempt < attempt
         or status = 'released' and release_expires_at < now())`,
      [this.intents.map(({ runId }) => runId)],
    );
    return rows.map(({ row }) => row);
  }

  async sign(n: number): Promise<boolean> {
    return this.#answer(n, { verdict: "approve" });
  }

  async reject(n: number): Promise<boolean> {
    return this.#answer(n, { verdict: "reject", note: "not this one" });
  }

  async approve(n: number): Promise<boolean> {
    return this.#decide(n, async (review) => {
      const seen = { version: review.version, payloadHash: review.payloadHash };
      const type = review.status === "held" ? "send" : "resend";
      const asked = await createRequest(asActor(BO), review.id, { type, reason: "no answer", ...seen });
      const { version } = (await readReview(asActor(CARA), review.id)).review;
      await signOff(asActor(CARA), asked.requestId, { ...seen, verdict: "approve", version });
    });
  }

  async takeBack(n: number): Promise<boolean> {
    return this.#decide(n, async () => {
      const { rows } = await this.#pool.query(
        "select release_request_id as id from action_log where run_id = $1 and release_reason = 'approval'",
        [this.#intent(n).runId],
      );
      await takeBack(asActor(CARA), rows[0]?.id ?? randomUUID(), {});
    });
  }

  async dismiss(n: number): Promise<boolean> {
    return this.#request(n, { type: "dismiss", reason: "no longer needed" });
  }

  async markHappened(n: number): Promise<boolean> {
    return this.#request(n, { type: "mark_happened", reason: "seen in the mailbox", reference: "m1" });
  }

  async reopen(n: number): Promise<boolean> {
    return this.#decide(n, async (review) => {
      await reopen(asActor(BO), review.id, { reason: "needed after all", version: review.version });
    });
  }

  async cancelRun(n: number): Promise<boolean> {
    try {
      const { dismissed } = await cancelRun(asActor(BO), this.#intent(n).runId, { reason: "the deal is off" });
      return dismissed.length > 0;
    } catch (error) {
      if (error instanceof Error && error.name === "AppError") return false;
      throw error;
    }
  }

  /** Whatever the case is, nothing of it moves. */
  async comment(n: number): Promise<void> {
    await this.#decide(n, async ({ id, version }) => {
      await addComment(asActor(BO), id, { body: `seen at version ${version}` });
    });
  }

  /** The verdict on the request that waits now; false where none does. */
  async #answer(n: number, answer: { verdict: "approve" | "reject"; note?: string }): Promise<boolean> {
    return this.#decide(n, async ({ id }) => {
      const { version, payloadHash, pendingRequest } = (await readReview(asActor(CARA), id)).review;
      await signOff(asActor(CARA), pendingRequest?.id ?? randomUUID(), { ...answer, version, payloadHash });
    });
  }

  async #request(n: number, input: { type: "dismiss" | "mark_happened"; reason: string; reference?: string }) {
    return this.#decide(n, async ({ id, version, payloadHash }) => {
      await createRequest(asActor(BO), id, { ...input, version, payloadHash });
    });
  }

  /** True when the decision was recorded; a refusal is an answer, a fault of the database is not. */
  async #decide(
    n: number,
    decision: (review: { id: string; version: number; payloadHash: string | null; status: string }) => Promise<void>,
  ): Promise<boolean> {
    const review = await prisma().review.findFirst({
      where: { action: { runId: this.#intent(n).runId } },
      orderBy: { openedAt: "desc" },
      include: { action: { select: { payloadHash: true, status: true } } },
    });
    if (review === null) return false;
    try {
      await decision({ id: review.id, version: review.version, ...review.action });
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === "AppError") return false;
      throw error;
    }
  }

  #intent(n: number): TestIntent {
    const intent = this.intents[n];
    if (intent === undefined) throw new Error(`no action ${n}`);
    return intent;
  }

  #attempt(n: number, number: number): OpenAttempt {
    const attempt = this.#attempts.get(`${n}:${number}`);
    if (attempt === undefined) throw new Error(`action ${n} has no attempt ${number}`);
    return attempt;
  }
}
