import { randomUUID } from "node:crypto";
import { openActionLog } from "@notwice/once";
import pg from "pg";
import { serve } from "./serve.ts";

const RESULT = { messageId: "<1@acme.test>" };
const TEXT = "Dear Ana, thank you for your order. ";

const PAYLOAD_BYTES: Record<string, number> = { "1 kB": 1000, "1 kB, two-phase": 1000, "18 kB": 18_000 };

await serve(async (url, form) => {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const actions = openActionLog({ db: pool, worker: "bench" });
  const bytes = PAYLOAD_BYTES[form];
  if (bytes === undefined) {
    return {
      async act() {
        const key = randomUUID();
        await actions.once(key, { runId: key, kind: "bench" }, () => RESULT);
      },
    };
  }
  const payload = { body: TEXT.repeat(Math.ceil(bytes / TEXT.length)).slice(0, bytes) };
  const twoPhase = form.endsWith("two-phase");
  return {
    async act() {
      await actions.perform(
        { runId: randomUUID(), step: 0, kind: "bench", target: "ana@acme.test", payload },
        async (context) => {
          if (twoPhase) await context.begin();
          return RESULT;
        },
        { twoPhase },
      );
    },
  };
});
