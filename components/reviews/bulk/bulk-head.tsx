import type { BulkCounts, BulkDetail, BulkItem } from "#lib/reviews/bulk/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { formatDuration } from "../../ui/format-time.ts";
import { Time } from "../../ui/time.tsx";
import { stateWord, sumOf } from "./bulk-words.ts";
import classes from "./bulk.module.css";

const RISK_WORDS = [
  ["may_duplicate", "May duplicate"],
  ["check_first", "Check first"],
  ["deduped", "Deduplicated"],
  ["safe", "Safe"],
] as const;

/** What is in the set and how risky it is; once it was asked for, how far it got. */
export function BulkHead({ detail }: { detail: BulkDetail }) {
  const { state, requestedBy, frozenAt, filter } = detail;
  return (
    <section aria-label="The set" className={classes.head}>
      <p className={classes.plain}>
        {stateWord(detail)}. Put together by {requestedBy.name}, frozen <Time at={frozenAt} form="detail" />; later
        arrivals are not included.
        {filter !== null && <> Found by {filterWords(filter)}.</>}
      </p>
      {state !== "draft" && <Progress counts={detail.counts} />}
      <Risks detail={detail} />
      <Ends detail={detail} />
      {state !== "draft" && <Asked detail={detail} />}
    </section>
  );
}

function filterWords(filter: Readonly<Record<string, unknown>>): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name}: ${[value].flat().map(String).join(", ").replaceAll("_", " ")}`)
    .join(" · ");
}

const PARTS = [
  ["done", "Done"],
  ["refused", "Refused"],
  ["notAttempted", "Not attempted"],
  ["waiting", "Waiting"],
] as const;

function Progress({ counts }: { counts: BulkCounts }) {
  return (
    <div className={classes.progress}>
      <div aria-hidden className={classes.bar}>
        {PARTS.map(([part]) => (
          <span className={classes.part} data-part={part} key={part} style={{ flexGrow: counts[part] }} />
        ))}
      </div>
      <p className={classes.sum}>{sumOf(counts)}</p>
    </div>
  );
}

function Risks({ detail: { risks, counts } }: { detail: BulkDetail }) {
  const words = RISK_WORDS.filter(([word]) => risks[word] > 0);
  return (
    <p className={classes.plain}>
      Duplicate risk when frozen:{" "}
      {words.map(([word, text], index) => (
        <span key={word}>
          {index > 0 && " · "}
          {text} <strong>{formatNumber(risks[word])}</strong>
        </span>
      ))}
      {words.length === 0 && "none"}
      {counts.leftOut > 0 && (
        <>
          {" "}
          · Left out <strong>{formatNumber(counts.leftOut)}</strong>
        </>
      )}
    </p>
  );
}

function Ends({ detail: { first, last } }: { detail: BulkDetail }) {
  if (first === null || last === null) return null;
  if (first.position === last.position) return <p className={classes.plain}>Only {nameOf(first)}.</p>;
  return (
    <p className={classes.plain}>
      First {nameOf(first)}, last {nameOf(last)}.
    </p>
  );
}

function nameOf({ review }: BulkItem): string {
  return review.target ?? review.summary ?? kindOf(review.kind).titleOf(review.target);
}

function Asked({ detail }: { detail: BulkDetail }) {
  const { form, askedAt, requestedBy, reason, note, reference, paceSeconds, decideBy, lastClaimableAt } = detail;
  const { signOffs, stoppedAt, stoppedBy } = detail;
  return (
    <ul className={classes.facts}>
      {form === "ask" && askedAt !== null && (
        <li>
          {requestedBy.name} asked on <Time at={askedAt} />: “
          {[reason, note, reference && `Reference: ${reference}`].filter(Boolean).join(". ")}”
        </li>
      )}
      {decideBy !== null && (
        <li>
          The first request expires <Time at={decideBy} form="until" over="now" />.
        </li>
      )}
      {signOffs.map(({ approver, verdict, at, note: said, signed, decided, refused }) => (
        <li key={approver.id}>
          {approver.name} {verdict === "approve" ? "approved" : "turned down"} {formatNumber(signed)} on{" "}
          <Time at={at} />
          {decided < signed && verdict === "approve" && `, of which ${formatNumber(signed - decided)} needed one more`}
          {refused > 0 && `; ${formatNumber(refused)} could not be signed`}
          {said !== null && <>: “{said}”</>}
        </li>
      ))}
      {lastClaimableAt !== null && detail.state === "pending" && (
        <li>
          Pace: {paceSeconds > 0 ? `one every ${formatDuration(paceSeconds)}` : "all at once"}. The last may leave{" "}
          <Time at={lastClaimableAt} form="until" over="now" />.
        </li>
      )}
      {stoppedAt !== null && (
        <li>
          {stoppedBy?.name ?? "Someone"} stopped it on <Time at={stoppedAt} />.
        </li>
      )}
    </ul>
  );
}
