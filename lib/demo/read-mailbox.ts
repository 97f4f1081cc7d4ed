import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { type Mailbox, type MailboxEntry, type ReceivedMessage, receivedMessageSchema } from "./contract.ts";

const MAX_ENTRIES = 200;

/** What the demo's sink accepted, or null where no demo runs. */
export async function readMailbox(source?: NodeJS.ProcessEnv): Promise<Mailbox | null> {
  const { NOTWICE_DEMO, NOTWICE_DATA_DIR } = env(source);
  if (NOTWICE_DEMO === "off") return null;
  const lines = await readLines(join(NOTWICE_DATA_DIR, "demo", "mailbox.jsonl"));
  if (lines === null) return null;
  const messages = lines.flatMap(parseLine);
  return { entries: newestFirst(messages).slice(0, MAX_ENTRIES), received: messages.length };
}

async function readLines(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** A line that is just being written is read the next time. */
function parseLine(line: string): ReceivedMessage[] {
  try {
    return [receivedMessageSchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function newestFirst(messages: ReceivedMessage[]): MailboxEntry[] {
  const entries = new Map<string, MailboxEntry>();
  for (const { id: _id, at, ...message } of messages) {
    const known = entries.get(message.messageId);
    // Taken out and put back: the order of the map is the order of the latest acceptance.
    entries.delete(message.messageId);
    entries.set(message.messageId, { ...message, receivedAt: [at, ...(known?.receivedAt ?? [])] });
  }
  return [...entries.values()].toReversed();
}
