import { createHash } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import type { MailPayload } from "./mail-payload.ts";
import { parseMailbox } from "./mailbox.ts";

const BOUNDARY_DIGITS = 32;

/** The message as RFC 5322 bytes: no clock, no random value, no host name, so always the same ones. */
export function compose(mail: MailPayload): Promise<Buffer> {
  const { subject, text, html, headers, messageId } = mail;
  const composer = new MailComposer({
    from: parseMailbox("from", mail.from),
    to: parseMailbox("to", mail.to),
    subject,
    text,
    messageId,
    date: new Date(mail.date),
    // nodemailer would draw a random boundary.
    baseBoundary: createHash("sha256").update(messageId).digest("hex").slice(0, BOUNDARY_DIGITS),
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(html !== undefined && { html }),
    ...(headers !== undefined && { headers }),
    ...(mail.replyTo !== undefined && { replyTo: parseMailbox("replyTo", mail.replyTo) }),
  });
  return composer.compile().build();
}
