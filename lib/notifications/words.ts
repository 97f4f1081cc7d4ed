import type { Delivery, MessageEvent, MessageState, NotificationEvent } from "./contract.ts";

/** After "Tell me when". */
export const EVENT_WORDS: Readonly<Record<NotificationEvent, string>> = {
  review_opened: "An action needs a decision",
  request_waiting: "A request waits for my sign-off",
  request_expiring: "A request I may sign is about to expire",
  request_ended: "A request of mine is decided or expires",
  duplicate: "A duplicate is suspected or confirmed",
  policy_waiting: "A policy change waits for a second admin",
  roles_waiting: "A role change waits for a second admin",
  roles_decided: "A role change of mine is decided",
};

/** The same for a channel, where nobody is "me". */
export const CHANNEL_EVENT_WORDS: Readonly<Record<NotificationEvent, string>> = {
  ...EVENT_WORDS,
  request_waiting: "A request waits for a sign-off",
  request_expiring: "A request is about to expire",
  request_ended: "A request is decided or expires",
  roles_decided: "A role change is decided",
};

export const MESSAGE_WORDS: Readonly<Record<MessageEvent, string>> = {
  review_opened: "Needs a decision",
  request_waiting: "Waits for a sign-off",
  request_expiring: "About to expire",
  request_ended: "Request decided",
  duplicate: "Duplicate",
  policy_waiting: "Policy change",
  roles_waiting: "Role change waits",
  roles_decided: "Role change decided",
  digest: "Daily summary",
  test: "Test",
};

export const DELIVERY_WORDS: Readonly<Record<Delivery, string>> = {
  at_once: "At once",
  digest: "Daily, at 07:00 UTC",
  off: "Off",
};

export const MESSAGE_STATE_WORDS: Readonly<Record<MessageState, string>> = {
  due: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  refused: "Given up",
  in_doubt: "May have been sent",
  dropped: "Not needed any more",
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
