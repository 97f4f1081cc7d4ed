import { flushCompileCache } from "node:module";
import { openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { noteEffect } from "../effects-file.ts";

/** A worker of released actions that says which one it has claimed, and goes on when it is told to. */
flushCompileCache();
const { DATABASE_URL, EFFECTS_FILE = "", KIND = "", WORKER = "" } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 3 });
const actions = openActionLog({ db: pool, worker: WORKER });
process.once("disconnect", () => process.exit());

async function told(): Promise<void> {
  await new Promise<void>((resolve) => process.once("message", () => resolve()));
}

const handlers = {
  [KIND]: async ({ key, attempt, payload }: { key: string; attempt: number; payload: unknown }) => {
    process.send?.({ claimed: key });
    await told();
    noteEffect(EFFECTS_FILE, { runId: key, attempt, key, payload });
    process.send?.({ sent: key });
    await told();
    return attempt;
  },
};

await actions.work(handlers, { signal: new AbortController().signal, pollMs: 50 });
