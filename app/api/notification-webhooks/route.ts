import { route } from "#lib/http/index.ts";
import { saveWebhooksInputSchema, webhooksSchema } from "#lib/notifications/contract.ts";
import { readWebhooks, saveWebhooks } from "#lib/notifications/index.ts";

export const GET = route({ actor: "session", response: webhooksSchema }, async ({ actor }) => readWebhooks(actor));

export const PUT = route(
  { actor: "session", body: saveWebhooksInputSchema, response: webhooksSchema },
  async ({ input, actor }) => saveWebhooks(actor, input.body),
);
