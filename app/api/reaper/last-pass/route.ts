import { route } from "#lib/http/index.ts";
import { lastPassSchema } from "#lib/reaper/contract.ts";
import { readLastPass } from "#lib/reaper/index.ts";

export const GET = route({ actor: "session", response: lastPassSchema }, async ({ actor }) => readLastPass(actor));
