import type { Actor } from "#lib/auth/index.ts";
import type { EarlierMail } from "../sql/outbox/find-thread.ts";
import type { OutboxRow } from "../sql/outbox/outbox-row.ts";

/** What a message says, before it has the form of a mail or of a post. Never anything of a payload. */
export type Content = {
  /** One line. */
  subject: string;
  paragraphs: string[];
  facts: (readonly [label: string, value: string])[];
  /** The one link: a page of this desk, which decides nothing by being opened. */
  path: string;
  /** The risk that the subject names, so that an answer can repeat the subject. */
  toldRisk: string | null;
};

/** For whom it is written: what they may not see is not in it. */
export type Reader = { channel: OutboxRow["channel"]; actor: Actor };

/** Null: there is nothing to tell any more. `thread`: the mails this person got about the same request, oldest first. */
export type Composing = (row: OutboxRow, reader: Reader, thread: readonly EarlierMail[]) => Promise<Content | null>;
