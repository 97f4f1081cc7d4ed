import { parseArgs } from "node:util";
import { disconnect } from "#lib/db/index.ts";
import { requiredEnv } from "#lib/env.ts";
import { runPass, startScheduler } from "#lib/reaper/index.ts";

requiredEnv("DATABASE_URL");
const { values } = parseArgs({ options: { once: { type: "boolean", default: false } } });

try {
  if (values.once) {
    console.log(JSON.stringify(await runPass({ startedBy: "script" })));
  } else {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    await startScheduler(stop.signal);
  }
} finally {
  await disconnect();
}
