import { route } from "#lib/http/index.ts";
import { passListSchema, passSchema } from "#lib/reaper/health/contract.ts";
import { listPasses, runPassNow } from "#lib/reaper/index.ts";

export const GET = route({ actor: "session", response: passListSchema }, async ({ actor }) => listPasses(actor));

export const POST = route({ actor: "session", response: passSchema }, async ({ actor }) => runPassNow(actor));
