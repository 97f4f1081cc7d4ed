import { collectNews } from "./collect/collect-news.ts";
import { type SendCounts, sendDue } from "./send/send-due.ts";
import { mailIsOn } from "./send/send-mail.ts";
import { recordLost } from "./sql/outbox/record-sending.ts";
import { findWebhooks } from "./sql/settings/webhooks.ts";

export interface TellOptions {
  /** How many messages it may take. */
  limit: number;
  leftMs: () => number;
}

export interface TellCounts extends SendCounts {
  stoppedBy: "done" | "limit" | "deadline";
}

/** Collects what there is to tell, in statements, and sends what is due, outside any transaction. */
export async function tellPeople({ limit, leftMs }: TellOptions): Promise<TellCounts> {
  const channels = { mail: mailIsOn(), webhooks: (await findWebhooks()).length > 0 };
  // With nobody to tell nothing is marked: it would cost every review a second write.
  if (!channels.mail && !channels.webhooks) return { sent: 0, refused: 0, inDoubt: 0, stoppedBy: "done" };
  const lost = await recordLost();
  const collected = await collectNews(channels, leftMs);
  const counts = await sendDue({ limit, leftMs, mailIsOn: channels.mail });
  const stoppedBy = collected === "deadline" ? collected : counts.stoppedBy;
  return { ...counts, inDoubt: counts.inDoubt + lost, stoppedBy };
}
