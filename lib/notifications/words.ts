import type { MessageEvent } from "./contract.ts";

export const MESSAGE_WORDS: Readonly<Record<MessageEvent, string>> = {
  review_opened: "Needs a decision",
  request_waiting: "Waits for a sign-off",
  request_expiring: "About to expire",
  request_ended: "Request decided",
  duplicate: "Duplicate",
  policy_waiting: "Policy change",
  digest: "Daily summary",
  test: "Test",
};

const KIND_NAMES: ReadonlyMap<string, string> = new Map([
  ["send_email", "e-mail"],
  ["create_invoice", "invoice"],
  ["post_message", "chat post"],
]);

/** One action of a kind, by the name of its kind where that has a better one. */
export function kindName(kind: string): string {
  return KIND_NAMES.get(kind) ?? kind;
}
