import { z } from "zod";
import { route } from "#lib/http/index.ts";
import { passResultSchema, runPass } from "#lib/reaper/index.ts";

/** For platforms that cut a call off earlier than the usual 60 s. */
const query = z.object({ deadlineSeconds: z.coerce.number().min(1).max(50).default(50) });

const reap = route({ actor: "cron", query, response: passResultSchema }, ({ input }) =>
  runPass({ startedBy: "cron", deadlineMs: input.query.deadlineSeconds * 1000 }),
);

// Platforms cut a call off at this many seconds; the pass ends itself before that.
export const maxDuration = 60;
export const GET = reap;
export const POST = reap;
