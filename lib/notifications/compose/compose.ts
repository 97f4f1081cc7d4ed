import type { MessageEvent } from "../contract.ts";
import type { Composing } from "./content.ts";
import { composeDigest } from "./digest.ts";
import { composeDuplicate } from "./duplicate.ts";
import { composePolicyWaiting } from "./policy-waiting.ts";
import { composeRequestEnded } from "./request-ended.ts";
import { composeRequestPending } from "./request-pending.ts";
import { composeReviewOpened } from "./review-opened.ts";
import { composeRolesDecided } from "./roles/roles-decided.ts";
import { composeRolesWaiting } from "./roles/roles-waiting.ts";

const COMPOSERS: Readonly<Record<MessageEvent, Composing>> = {
  review_opened: composeReviewOpened,
  request_waiting: composeRequestPending,
  request_expiring: composeRequestPending,
  request_ended: composeRequestEnded,
  duplicate: composeDuplicate,
  policy_waiting: composePolicyWaiting,
  roles_waiting: composeRolesWaiting,
  roles_decided: composeRolesDecided,
  digest: composeDigest,
  test: async () => ({
    subject: "A test message",
    paragraphs: ["Someone pressed the button for it. Messages arrive here."],
    facts: [],
    path: "/settings/notifications",
    toldRisk: null,
  }),
};

/** From what the tables say now, not from what they said when the message began. */
export const compose: Composing = (row, reader, thread) => COMPOSERS[row.event](row, reader, thread);
