import type { Message } from "#lib/notifications/contract.ts";

/** What became of a test, in words; `sent` where it was taken. */
export function sayOutcome({ state, error }: Message, sent: string): string {
  switch (state) {
    case "sent":
      return sent;
    case "due":
      return `Nothing was sent yet. ${error ?? ""} It is tried again by itself.`;
    case "refused":
      return `Nothing was sent. ${error ?? ""}`;
    case "sending":
    case "in_doubt":
      return `It may have been sent, and is not sent again. ${error ?? ""}`;
    case "dropped":
      return `Nothing was sent. ${error ?? ""}`;
  }
}
