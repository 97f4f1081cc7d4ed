import { randomUUID } from "node:crypto";
import type { EffectContext } from "@notwice/once";
import { mailPayload, sendSmtp } from "@notwice/once/smtp";
import { type ClaimedAction, openSteps } from "@notwice/once/steps";
import { messagesAt } from "#tests/support/demo.ts";
import type { Desk } from "../desk.ts";

const LOOPBACK = "127.0.0.1";
const KIND = "send_email";
const WORKER = "mailer-1";
const SENT_ON = "2026-12-01T09:14:05.000Z";

/** A mail whose worker has handed it over and never said so: the reaper has put it before people. */
export interface LostMail {
  key: string;
  reviewId: string;
  messageId: string;
  subject: string;
  to: string;
  /** What its first holder still knows of its claim, and may report late with. */
  held: ClaimedAction;
}

/** A worker that sends into the desk's real sink, and reports when the test says so. */
export function openMailer(desk: Desk) {
  const steps = openSteps({ db: desk.pool });
  const claiming = () => ({ token: randomUUID(), worker: WORKER, twoPhase: true });

  const send = (held: ClaimedAction) => {
    const context: EffectContext = {
      ...held,
      signal: AbortSignal.timeout(30_000),
      begin: () => steps.begin(held),
      heartbeat: async () => void (await steps.heartbeat(held)),
    };
    return sendSmtp(context, { host: LOOPBACK, port: desk.sink.port, name: "worker.desk.test" });
  };

  return {
    steps,
    worker: WORKER,

    /** Sent once, and lost: its time is over, and a pass of the reaper has found it. */
    async lose({ to = "ana@acme.test", subject = "Re: proposal", text = "Hello Ana" } = {}): Promise<LostMail> {
      const runId = `run-${randomUUID().slice(0, 8)}`;
      const payload = mailPayload({ from: "bo@desk.test", to, subject, text, runId, step: 1, date: SENT_ON });
      const outcome = await steps.claim({ runId, step: 1, kind: KIND, target: to, payload }, claiming());
      if (!("claimed" in outcome)) throw new Error("this mail was sent before");
      const held = outcome.claimed;
      await send(held);
      await desk.pool.query(
        "update action_log set deadline_at = clock_timestamp() - interval '1 s', revision = revision + 1 where key = $1",
        [held.key],
      );
      await desk.reap();
      const { rows } = await desk.pool.query("select id from review where action_key = $1", [held.key]);
      return { key: held.key, reviewId: rows[0].id, messageId: payload.messageId, subject, to, held };
    },

    /** Works off whatever may be claimed by now; how many that were. */
    async workReleased(): Promise<number> {
      for (let sent = 0; ; sent += 1) {
        const held = await steps.claimReleased(KIND, claiming());
        if (held === null) return sent;
        await steps.succeed(held, await send(held), WORKER);
      }
    },

    /** How often the sink has accepted it. */
    received: ({ messageId }: LostMail) => messagesAt(desk.sink).get(messageId) ?? [],
  };
}

export type Mailer = ReturnType<typeof openMailer>;
