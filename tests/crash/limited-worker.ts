import { flushCompileCache } from "node:module";
import { openActionLog } from "@notwice/once";
import { mailPayload, sendSmtp } from "@notwice/once/smtp";
import { Pool } from "pg";

/** One delivery of one step, on a platform with a limit: it says how far it came and waits there to be killed. */
flushCompileCache();
process.once("disconnect", () => process.exit());
const { DATABASE_URL, SINK_PORT, RUN_ID = "", TWO_PHASE } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 2 });
const actions = openActionLog({ db: pool, worker: `limited-${process.pid}` });

const target = "lead@acme.test";
const payload = mailPayload({
  runId: RUN_ID,
  step: 0,
  from: "agent@outreach.test",
  to: target,
  subject: "Delivered three times",
  text: "Sent once.",
  date: new Date(0),
});

async function waitForTheLimit(reached: string): Promise<never> {
  process.send?.(reached);
  return new Promise(() => {});
}

try {
  await actions.perform(
    { runId: RUN_ID, step: 0, kind: "send_email", target, payload },
    async (context) => {
      await sendSmtp(context, { host: "127.0.0.1", port: Number(SINK_PORT) });
      return waitForTheLimit("sent");
    },
    { twoPhase: TWO_PHASE === "yes" },
  );
} catch (error) {
  await waitForTheLimit(error instanceof Error ? error.name : "threw");
}
