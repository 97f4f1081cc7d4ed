import { PgBoss } from "pg-boss";
import { serve } from "../entrants/serve.ts";

const QUEUE = "bench";

/** Send, fetch, complete: what a queue does for one job, without its polling pauses. */
await serve(async (url) => {
  const boss = new PgBoss({ connectionString: url, max: 20, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    async act() {
      await boss.send(QUEUE, { to: "ana@acme.test" });
      const [job] = await boss.fetch(QUEUE);
      if (job !== undefined) await boss.complete(QUEUE, job.id, { messageId: "<1@acme.test>" });
    },
  };
});
