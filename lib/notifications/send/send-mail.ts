import { NotExecuted } from "@notwice/once";
import { sendSmtp } from "@notwice/once/smtp";
import { env } from "../../env.ts";
import type { Content } from "../compose/content.ts";
import type { Begin, Outcome } from "./outcome.ts";
import { renderMail } from "./render-mail.ts";

const CONNECT_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 60_000;

export type Mail = {
  to: string;
  messageId: string;
  date: Date;
  content: Content;
  /** Message-IDs of the thread that it belongs to, oldest first. */
  references: readonly string[];
};

export function mailIsOn(): boolean {
  const { SMTP_URL, MAIL_FROM } = env();
  return SMTP_URL !== undefined && MAIL_FROM !== undefined;
}

/** One message, to one recipient, by the same two phases as any mail of an agent. */
export async function sendMail(mail: Mail, begin: Begin, timeoutMs: number): Promise<Outcome> {
  try {
    const { SMTP_URL, MAIL_FROM, BASE_URL, NOTWICE_ENV } = env();
    if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new TypeError("SMTP_URL is not set.");
    const desk = { url: BASE_URL, name: NOTWICE_ENV === undefined ? "Notwice" : `Notwice, ${NOTWICE_ENV}` };
    const inReplyTo = mail.references.at(-1);
    const payload = {
      from: MAIL_FROM,
      to: mail.to,
      subject: mail.content.subject,
      ...renderMail(mail.content, desk),
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(inReplyTo !== undefined && { "In-Reply-To": inReplyTo, References: mail.references.join(" ") }),
      },
      date: mail.date,
      messageId: mail.messageId,
    };
    const context = {
      key: mail.messageId,
      attempt: 1,
      payload,
      signal: AbortSignal.timeout(timeoutMs),
      begin,
      heartbeat,
    };
    await sendSmtp(context, {
      ...SMTP_URL,
      connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
      replyTimeoutMs: TOTAL_TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
    });
    return { outcome: "sent" };
  } catch (error) {
    return judge(error);
  }
}

const heartbeat = async (): Promise<void> => {};

/** Past this the server has said who we are and heard whom it is for: what it refuses then, it refuses of this message. */
const OF_THE_MESSAGE = new Set(["sender_ok", "recipient_ok", "data_sent", "body_sent", "replied"]);

function judge(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NotExecuted) {
    return { outcome: "refused", reason, isFinal: error.permanent, isDown: !OF_THE_MESSAGE.has(error.phase ?? "") };
  }
  if (error instanceof TypeError) return { outcome: "refused", reason, isFinal: true, isDown: false };
  // A server that does not answer would leave the next one in doubt as well.
  return { outcome: "in_doubt", reason, isDown: true };
}
