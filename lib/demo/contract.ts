import { z } from "zod";

/** One message as the demo's sink wrote it down when it accepted it. */
export const receivedMessageSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  messageId: z.string(),
  text: z.string(),
});

/** A message by its Message-ID, and each time the sink accepted it, newest first. */
export const mailboxEntrySchema = receivedMessageSchema.omit({ id: true, at: true }).extend({
  receivedAt: z.array(z.iso.datetime()).min(1),
});

export const mailboxSchema = z.object({
  /** Newest first. */
  entries: z.array(mailboxEntrySchema),
  /** Acceptances in all, also of entries that are too old to be listed. */
  received: z.number().int(),
});

export type ReceivedMessage = z.infer<typeof receivedMessageSchema>;
export type MailboxEntry = z.infer<typeof mailboxEntrySchema>;
export type Mailbox = z.infer<typeof mailboxSchema>;
