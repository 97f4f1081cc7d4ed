import type { RequestType } from "#lib/reviews/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { formatDuration } from "../ui/format-time.ts";
import { asked, asking, closes, isDoubtful, othersFirst, remaining, to } from "./dialog/dialog-sentences.ts";
import type { DialogCopy, DialogFacts, Reason } from "./dialog/dialog-types.ts";

export const DIALOG_DECISIONS = ["send", "resend", "mark_happened", "dismiss", "sign", "turn_down", "reopen"] as const;
export type DialogDecision = (typeof DIALOG_DECISIONS)[number];

const OTHER: Reason = { text: "Other", needsNote: true };

/** The one place where the text of a decision stands. Order: what is known, what will happen, why, the two ways out. */
export const DIALOG_COPY: Record<DialogDecision, (facts: DialogFacts) => DialogCopy> = {
  resend: (facts) => ({
    title: `Ask to send this again${to(facts)}?`,
    fact: [
      facts.verdict,
      " ",
      { strong: isDoubtful(facts) ? facts.kind.mayAlready : "Another attempt repeats nothing." },
    ],
    outcome: [asking(facts, "resend", "exactly one more attempt is made with the same bytes")],
    question: "Why is another attempt right?",
    reasons: [
      { text: "The recipient says it did not arrive" },
      { text: "The provider's log shows no trace" },
      { text: "A duplicate does no harm here" },
      { text: "It must arrive, a duplicate is acceptable", needsNote: true },
      OTHER,
    ],
    reference: null,
    keep: "Keep waiting",
    act: "Ask for a resend",
    maySend: true,
  }),

  send: (facts) => ({
    title: `Ask for the first send${to(facts)}?`,
    fact: [facts.verdict],
    outcome: [asking(facts, "send", "exactly one attempt is made with these bytes")],
    question: "Why is it right to send this?",
    reasons: [{ text: "It is right as it stands" }, { text: "It is still needed" }, OTHER],
    reference: null,
    keep: "Keep it held",
    act: "Ask for the first send",
    maySend: true,
  }),

  dismiss: (facts) => ({
    title: "Close without sending?",
    fact: isDoubtful(facts)
      ? [{ strong: "We still do not know whether it happened." }, ` ${facts.kind.mayAlready}`]
      : ["Nothing was sent."],
    outcome: [
      [
        "Nothing more will be sent. The run is told ",
        isDoubtful(facts) ? "“dismissed, outcome unknown”" : "“dismissed”",
        ". You can reopen it.",
      ],
      ...othersFirst(facts, "dismiss"),
    ],
    question: "Why?",
    reasons: [{ text: "No longer needed" }, { text: "Sent another way" }, { text: "Another action covers it" }, OTHER],
    reference: null,
    keep: "Keep in queue",
    act: facts.signOffs.dismiss > 0 ? "Ask to dismiss" : "Dismiss",
    maySend: false,
  }),

  mark_happened: (facts) => ({
    title: "Record that this happened?",
    fact: [{ strong: "You are the evidence:" }, " Notwice saw no answer."],
    outcome: [
      [
        "The run continues as if it had succeeded. ",
        { strong: "This cannot be undone;" },
        " a later contrary report is shown as a contradiction.",
      ],
      ...othersFirst(facts, "mark_happened"),
    ],
    question: "How do you know?",
    reasons: [
      { text: "The recipient confirmed" },
      { text: "Found in the provider's log" },
      { text: "Saw it in the mailbox or channel" },
      OTHER,
    ],
    reference: "Reference: an id, a link or a name",
    keep: "Leave it open",
    act: facts.signOffs.mark_happened > 0 ? "Ask to record it" : "Record that it happened",
    maySend: false,
  }),

  sign: (facts) => SIGN_COPY[facts.request?.type ?? "resend"](facts),

  turn_down: (facts) => ({
    title: TURN_DOWN_TITLES[facts.request?.type ?? "resend"],
    fact: asked(facts),
    outcome: [["Nothing is sent."]],
    question: "Because",
    reasons: [
      { text: "It already arrived", result: closes(facts, "Recording that it happened is the next step.") },
      { text: "Wrong recipient or content", result: closes(facts) },
      { text: "Too late to be useful", result: closes(facts) },
      { text: "Not enough evidence: back to the operator", result: "It returns to the queue with your note." },
      { ...OTHER, result: closes(facts) },
    ],
    reference: null,
    keep: "Leave it open",
    act: "Turn down",
    maySend: false,
  }),

  reopen: (facts) => ({
    title: "Reopen this case?",
    fact: [facts.verdict],
    outcome: [["Nothing is sent. It returns to the queue as it was."]],
    question: "Why?",
    reasons: [{ text: "It is needed after all" }, { text: "It was dismissed by mistake" }, OTHER],
    reference: null,
    keep: "Keep it closed",
    act: "Reopen",
    maySend: false,
  }),
};

const SIGN_COPY: Record<RequestType, (facts: DialogFacts) => DialogCopy> = {
  resend: (facts) => signSend(facts, `Approve one more attempt${to(facts)}?`),
  send: (facts) => signSend(facts, `Approve the first send${to(facts)}?`),
  dismiss: (facts) => ({
    ...signing(facts),
    title: "Approve closing this without sending?",
    outcome: [["Nothing more will be sent. It can be reopened."]],
    act: "Approve closing it",
    maySend: false,
  }),
  mark_happened: (facts) => ({
    ...signing(facts),
    title: "Approve recording that this happened?",
    outcome: [["The run continues as if it had succeeded. ", { strong: "This cannot be undone." }]],
    act: "Approve recording it",
    maySend: false,
  }),
};

const TURN_DOWN_TITLES: Record<RequestType, string> = {
  resend: "Turn down this resend?",
  send: "Turn down this first send?",
  dismiss: "Turn down closing this?",
  mark_happened: "Turn down recording this?",
};

function signSend(facts: DialogFacts, title: string): DialogCopy {
  const { environment, summary, bytes, digest, holdSeconds, releaseTtlSeconds } = facts;
  const size = bytes === null ? null : `${formatNumber(bytes)} bytes`;
  const what = [environment, summary, size, digest && `digest ${digest}`].filter(Boolean).join(" · ");
  const votes = facts.request ? remaining(facts.request) : 0;
  return {
    ...signing(facts),
    title,
    fact: [
      ...(what === "" ? [] : [`${what}\n`]),
      ...(isDoubtful(facts) ? [{ strong: `If the first one arrived, ${facts.kind.twice}.` }] : []),
    ],
    outcome: [
      asked(facts),
      [
        `Used once. Lapses ${formatDuration(releaseTtlSeconds)} after the release if not started. `,
        votes > 1
          ? `Nothing is sent after your approval alone: ${votes - 1} more needed.`
          : `Leaves ${formatDuration(holdSeconds)} after you approve; until then you can take it back.`,
      ],
    ],
    act: facts.request?.type === "send" ? "Approve the first send" : "Approve one attempt",
    maySend: true,
  };
}

function signing(facts: DialogFacts) {
  return {
    fact: asked(facts),
    question: "What did you check?",
    reasons: [
      { text: "Content and recipient" },
      { text: "Also asked the recipient or looked in their mailbox" },
      { text: "Also searched the provider for it" },
    ],
    reference: null,
    keep: "Do not approve yet",
  };
}
