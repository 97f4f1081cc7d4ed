import { route } from "#lib/http/index.ts";
import { messageSchema } from "#lib/notifications/contract.ts";
import { sendTestMail } from "#lib/notifications/index.ts";

export const POST = route({ actor: "session", response: messageSchema }, async ({ actor }) => sendTestMail(actor));
