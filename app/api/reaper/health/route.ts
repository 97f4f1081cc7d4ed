import { route } from "#lib/http/index.ts";
import { reaperHealthSchema } from "#lib/reaper/health/contract.ts";
import { readReaperHealth } from "#lib/reaper/index.ts";

export const GET = route({ actor: "session", response: reaperHealthSchema }, async ({ actor }) =>
  readReaperHealth(actor),
);
