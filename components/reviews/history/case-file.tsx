import type { ReviewDetail, ReviewRequest } from "#lib/reviews/contract.ts";
import { endReasonWords, REQUEST_STATE_WORDS, TYPE_WORDS } from "#lib/reviews/words.ts";
import { CopyValue } from "../../actions/copy-value.tsx";
import { Fields } from "../../actions/kinds/fields.tsx";
import { RunSteps } from "../../actions/run-steps.tsx";
import { Time } from "../../ui/time.tsx";
import { Block } from "../detail/block.tsx";
import { SameRecipient } from "../detail/same-recipient.tsx";
import classes from "./case-file.module.css";

/** Beside the evidence: what else the run did, who has asked and signed, and the exact ids. */
export function CaseFile({ detail }: { detail: ReviewDetail }) {
  const { action, requests, review } = detail;
  return (
    <aside aria-label="Around this case" className={classes.file}>
      <Block title="Same run">
        <p className={classes.run}>
          <CopyValue value={action.runId} what="run" />
        </p>
        <RunSteps steps={action.runSteps} />
      </Block>
      {review.target !== null && <SameRecipient review={{ ...review, target: review.target }} />}
      <Block title="Requests and sign-offs">
        {requests.length === 0 && <p className={classes.none}>Nobody has asked for anything yet.</p>}
        <ol className={classes.requests}>
          {requests.map((request) => (
            <RequestEntry key={request.id} request={request} />
          ))}
        </ol>
      </Block>
      <Block title="Details">
        <Details detail={detail} />
      </Block>
    </aside>
  );
}

function RequestEntry({ request }: { request: ReviewRequest }) {
  const ended = endReasonWords(request.endReason);
  return (
    <li className={classes.request}>
      <strong>{stateWords(request)}</strong>: {request.requestedBy.name} asked for {TYPE_WORDS[request.type]}
      <span className={classes.line}>
        <Time at={request.requestedAt} />
      </span>
      <span className={classes.quote}>“{request.reason}”</span>
      {request.note !== null && <span className={classes.quote}>{request.note}</span>}
      {request.reference !== null && <span className={classes.quote}>Reference: {request.reference}</span>}
      {request.signOffs.map(({ approver, verdict, note, at }) => (
        <span className={classes.signOff} key={approver.id}>
          {approver.name} {verdict === "approve" ? "approved" : "turned it down"}
          {note !== null && `: ${note}`}
          <span className={classes.line}>
            <Time at={at} />
          </span>
        </span>
      ))}
      {ended !== null && <span className={classes.line}>{ended}</span>}
    </li>
  );
}

/** What needed no second person was never approved by one. */
function stateWords({ state, signOffsNeeded }: ReviewRequest): string {
  return state === "approved" && signOffsNeeded === 0 ? "Took effect at once" : REQUEST_STATE_WORDS[state];
}

const RECOVERY_WORDS = {
  retry: "The provider removes duplicates",
  verify: "The provider can be asked",
  ask: "Neither: a person decides",
} as const;

function Details({ detail: { action, rules } }: { detail: ReviewDetail }) {
  const fields = [
    { label: "Kind", value: action.kind },
    { label: "Recovery", value: RECOVERY_WORDS[rules.recovery] },
    { label: "Attempts", value: action.attempt },
    { label: "In doubt", value: action.doubts },
    { label: "First begun", value: action.firstAttemptedAt && <Time at={action.firstAttemptedAt} /> },
    { label: "Deadline", value: action.deadlineAt && <Time at={action.deadlineAt} /> },
    { label: "Worker", value: action.claimedBy },
    { label: "Key", value: <CopyValue value={action.actionKey} what="key" /> },
  ];
  return <Fields of={fields.filter(({ value }) => value !== null)} />;
}
