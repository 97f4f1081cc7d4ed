import { parseArgs } from "node:util";
import { disconnect } from "#lib/db/index.ts";
import { requiredEnv } from "#lib/env.ts";
import { runPass, runScheduler } from "#lib/reaper/index.ts";

requiredEnv("DATABASE_URL");
const { values } = parseArgs({ options: { once: { type: "boolean", default: false } } });

try {
  if (values.once) console.log(JSON.stringify(await runPass({ startedBy: "script" })));
  else await runScheduler();
} finally {
  await disconnect();
}
