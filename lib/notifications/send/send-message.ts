import { type Actor, findAccount } from "#lib/auth/index.ts";
import { log } from "#lib/log.ts";
import { env } from "../../env.ts";
import { compose } from "../compose/compose.ts";
import type { Content } from "../compose/content.ts";
import { findThread } from "../sql/outbox/find-thread.ts";
import type { OutboxRow } from "../sql/outbox/outbox-row.ts";
import { recordDoubt, recordDropped, recordRefused, recordSending, recordSent } from "../sql/outbox/record-sending.ts";
import { findWebhook } from "../sql/settings/webhooks.ts";
import { type Begin, type Outcome, TryLostError } from "./outcome.ts";
import { sendMail } from "./send-mail.ts";
import { sendWebhook } from "./send-webhook.ts";

export type Sending = { outcome: "sent" | "again" | "refused" | "in_doubt" | "dropped"; isDown: boolean };

/** One try of a message that was claimed for it. What cannot be composed says so, and is tried again. */
export async function sendMessage(row: OutboxRow, timeoutMs: number): Promise<Sending> {
  try {
    return await (row.channel === "mail" ? mail(row, timeoutMs) : post(row, timeoutMs));
  } catch (error) {
    if (error instanceof TryLostError) return { outcome: "dropped", isDown: false };
    log.error({ err: error, notificationId: row.id }, "a notification could not be composed");
    return record(row, {
      outcome: "refused",
      reason: "It could not be composed; the log says why.",
      isFinal: false,
      isDown: false,
    });
  }
}

async function mail(row: OutboxRow, timeoutMs: number): Promise<Sending> {
  const account = await findAccount(row.recipientId);
  if (account === null || account.disabledAt !== null) return drop(row, "The account is disabled.");
  const { id, name, email, roles } = account;
  const reader = { channel: row.channel, actor: { type: "person", id, name, email, roles } satisfies Actor };
  const thread = row.count === 1 ? await findThread(row) : [];
  const content = await compose(row, reader, thread);
  if (content === null) return drop(row, NOTHING_TO_TELL);
  const messageId = row.messageId ?? messageIdOf(row);
  const letter = {
    to: email,
    messageId,
    date: row.now,
    content,
    references: thread.map((earlier) => earlier.messageId),
  };
  return record(row, await sendMail(letter, beginning(row, messageId, content), timeoutMs));
}

async function post(row: OutboxRow, timeoutMs: number): Promise<Sending> {
  const webhook = await findWebhook(row.recipientId);
  if (webhook === null) return drop(row, "The webhook was removed.");
  const id = `webhook:${webhook.id}`;
  const actor: Actor = { type: "person", id, name: webhook.name, email: "", roles: ["operator"] };
  const content = await compose(row, { channel: row.channel, actor }, []);
  if (content === null) return drop(row, NOTHING_TO_TELL);
  return record(row, await sendWebhook({ urlEnv: webhook.urlEnv, content }, beginning(row, null, content), timeoutMs));
}

const NOTHING_TO_TELL = "It was over before it was told.";

async function drop(row: OutboxRow, reason: string): Promise<Sending> {
  await recordDropped(row, reason);
  return { outcome: "dropped", isDown: false };
}

function beginning(row: OutboxRow, messageId: string | null, { toldRisk }: Content): Begin {
  return async () => {
    if (!(await recordSending(row, { messageId, toldRisk }))) throw new TryLostError("Another try has begun.");
  };
}

/** The same for every try of one message: it follows from the id of its row. */
function messageIdOf({ id }: OutboxRow): string {
  return `<notification.${id}@${new URL(env().BASE_URL).hostname}>`;
}

async function record(row: OutboxRow, ended: Outcome): Promise<Sending> {
  const about = { notificationId: row.id, event: row.event, channel: row.channel };
  switch (ended.outcome) {
    case "sent":
      await recordSent(row);
      return { outcome: "sent", isDown: false };
    case "refused": {
      const { reason, isDown } = ended;
      const over = (await recordRefused(row, reason, ended.isFinal)) === "over";
      if (over) log.warn({ ...about, reason }, "a notification was given up");
      return { outcome: over ? "refused" : "again", isDown };
    }
    case "in_doubt":
      await recordDoubt(row, ended.reason);
      log.warn({ ...about, reason: ended.reason }, "a notification may have been sent, and is not sent again");
      return { outcome: "in_doubt", isDown: ended.isDown };
  }
}
