import { route } from "#lib/http/index.ts";
import { messageSchema, webhookParamSchema } from "#lib/notifications/contract.ts";
import { sendTestPost } from "#lib/notifications/index.ts";

export const POST = route(
  { actor: "session", params: webhookParamSchema, response: messageSchema },
  async ({ input, actor }) => sendTestPost(actor, input.params.id),
);
