import { listEvents } from "#lib/audit-log/index.ts";
import { auditPageSchema, auditQuerySchema } from "#lib/audit/contract.ts";
import { route } from "#lib/http/index.ts";

export const GET = route(
  { actor: "session", query: auditQuerySchema, response: auditPageSchema },
  async ({ input, actor }) => listEvents(actor, input.query),
);
