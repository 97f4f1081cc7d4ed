import { route } from "#lib/http/index.ts";
import { passResultSchema, runPass } from "#lib/reaper/index.ts";

const reap = route({ actor: "cron", response: passResultSchema }, () => runPass({ startedBy: "cron" }));

// Platforms cut a call off at this many seconds; the pass ends itself before that.
export const maxDuration = 60;
export const GET = reap;
export const POST = reap;
