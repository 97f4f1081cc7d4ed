import { Text } from "@mantine/core";
import { formatNumber } from "../../ui/format-number.ts";
import { Time } from "../../ui/time.tsx";
import { Fields } from "./fields.tsx";
import type { Kind } from "./kind.ts";
import { textField } from "./read-fields.ts";
import classes from "./mail.module.css";

/** The message as text. Its HTML part is never rendered here: opening it could tell the sender that it was read. */
function MailPreview({ value }: { value: unknown }) {
  const field = (name: string) => textField(value, name);
  const [text, html, date, replyTo] = [field("text"), field("html"), field("date"), field("replyTo")];
  const headers = [
    { label: "From", value: field("from") },
    { label: "To", value: field("to") },
    { label: "Reply to", value: replyTo },
    { label: "Subject", value: <strong className={classes.subject}>{field("subject") ?? "No subject"}</strong> },
    { label: "Dated", value: date !== null && !Number.isNaN(Date.parse(date)) ? <Time at={date} /> : date },
    { label: "Message-ID", value: field("messageId") },
  ].filter((header) => header.value !== null);
  return (
    <>
      <Fields of={headers} />
      {text === null ? (
        <Text c="dimmed">This message has no text part.</Text>
      ) : (
        <div className={classes.body}>{text}</div>
      )}
      {html !== null && (
        <Text c="dimmed" size="sm">
          It also has an HTML part of {formatNumber(html.length)} characters. It is not rendered here; its source stands
          in the stored bytes.
        </Text>
      )}
    </>
  );
}

/** Of "Ana Silva <ana@acme.test>" the address alone. */
function addressOf(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim();
}

export const mail: Kind = {
  label: "E-mail",
  targetLabel: "To",
  titleOf: (target) => (target === null ? "E-mail" : `E-mail to ${target}`),
  happened: "Accepted",
  mayAlready: "The recipient may already have it.",
  twice: "the recipient gets this twice",
  phases: [
    { name: "connecting", word: "Looked for the mail server", minor: true },
    { name: "connected", word: "Connected", minor: true },
    { name: "greeted", word: "Greeted by the mail server" },
    { name: "sender_ok", word: "Sender accepted" },
    { name: "recipient_ok", word: "Recipient accepted" },
    { name: "data_sent", word: "Body on its way", minor: true, pastReturn: true },
    { name: "body_sent", word: "Whole body handed over", pastReturn: true },
    { name: "replied", word: "Answer of the mail server", pastReturn: true },
  ],
  searchFor: (value) => {
    const messageId = textField(value, "messageId");
    return messageId === null ? null : { label: "Message-ID", value: messageId };
  },
  fields: [
    { name: "to", label: "To", toTarget: addressOf },
    { name: "subject", label: "Subject" },
    { name: "text", label: "Text", isLong: true },
    { name: "html", label: "HTML part, sent beside the text", isLong: true },
    { name: "messageId", label: "Message-ID: a mail server may drop a second message with the same one" },
  ],
  Preview: MailPreview,
};
