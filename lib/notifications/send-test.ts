import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError, invariant, notFound } from "../errors.ts";
import type { Message } from "./contract.ts";
import { mailIsOn } from "./send/send-mail.ts";
import { sendMessage } from "./send/send-message.ts";
import { claimDue, type Lane } from "./sql/outbox/claim-due.ts";
import { insertTest } from "./sql/outbox/insert-test.ts";
import { readMessage } from "./sql/outbox/list-messages.ts";
import { findWebhook } from "./sql/settings/webhooks.ts";

const TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 30;

/** A mail to oneself, now. */
export async function sendTestMail(actor: Actor): Promise<Message> {
  requirePermission(actor, "notifications.choose");
  if (!mailIsOn()) throw new AppError("unavailable", "This desk sends no mail: SMTP_URL is not set.");
  return sendTest({ channel: "mail", recipientId: actor.id });
}

export async function sendTestPost(actor: Actor, webhookId: string): Promise<Message> {
  requirePermission(actor, "webhooks.edit");
  if ((await findWebhook(webhookId)) === null) throw notFound();
  return sendTest({ channel: "webhook", recipientId: webhookId });
}

/** The same way as any other message: committed first, then sent, with the same outcomes. */
async function sendTest(to: Required<Omit<Lane, "id">>): Promise<Message> {
  const id = await transaction((tx) => insertTest(tx, to));
  if (id === null) {
    const sentence = "A test was just asked for. Wait half a minute before the next one.";
    throw new AppError("unavailable", sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  // None, where the reaper was quicker: then it is sent too.
  const [row] = await claimDue(1, { ...to, id });
  if (row) await sendMessage(row, TIMEOUT_MS);
  const message = await readMessage(id);
  invariant(message, "a message that was just made is gone");
  return message;
}
