"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiProblem } from "#lib/client/api.ts";
import { policyQueries } from "#lib/client/policies/policy-queries.ts";
import type { GivenFields, PolicyPreview } from "#lib/policies/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import { fieldWord, saySpan } from "./policy-words.ts";
import classes from "./policies.module.css";

export function usePreview(kind: string, given: GivenFields, enabled = true) {
  return useQuery({ ...policyQueries.preview(kind, given), enabled });
}

type ImpactProps = { preview: ReturnType<typeof usePreview>; isPausedBy: string | null };

/** What the change would do to what waits now; counted by the server. */
export function Impact({ preview: { data, error, isFetching }, isPausedBy }: ImpactProps) {
  return (
    <section aria-label="Impact" className={classes.impact}>
      <h2>Impact</h2>
      {isPausedBy !== null && <p>{isPausedBy}</p>}
      {isPausedBy === null && error && <p>{sayError(error)}</p>}
      {isPausedBy === null && !error && data === undefined && <p>Counting…</p>}
      {isPausedBy === null && !error && data && (
        <div aria-busy={isFetching}>
          <p className={classes.asOf}>
            As of <Time at={data.at} />, counted again when it is saved.
          </p>
          <Counts preview={data} />
          <Direction preview={data} />
        </div>
      )}
    </section>
  );
}

function sayError(error: Error): string {
  return error instanceof ApiProblem ? error.problem.detail : "No figure now: the server does not answer.";
}

function Counts({ preview: { waiting, lastWeek, changes, remarks, problems } }: { preview: PolicyPreview }) {
  const limitChanges = changes.some(({ field }) => field === "staleAfterSeconds");
  return (
    <ul className={classes.changes}>
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <strong>Cannot be saved.</strong> {fieldWord(field)}: {message}
        </li>
      ))}
      <li>{sayOpen(waiting)}</li>
      <li>{sayPending(waiting)}</li>
      <li>
        {n(waiting.inFlight, "action")} in flight
        {limitChanges && `; ${n(waiting.inFlightPastLimit, "has", "have")} taken longer than the new limit`}.
      </li>
      <li>
        Last week {n(lastWeek.succeeded, "action")} succeeded
        {lastWeek.longestSeconds !== null &&
          `; ${formatNumber(lastWeek.slowerThanLimit)} took longer than the limit; the longest of 30 days took ${saySpan(Math.ceil(lastWeek.longestSeconds))}`}
        .
      </li>
      {remarks.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {fieldWord(field)}: {message}
        </li>
      ))}
    </ul>
  );
}

function sayOpen({ openReviews, wouldHaveRetried, wouldHaveBeenChecked }: PolicyPreview["waiting"]): string {
  const automatic =
    wouldHaveRetried + wouldHaveBeenChecked === 0
      ? "None of them would have gone on without a person."
      : `Under this, ${[
          ...(wouldHaveRetried > 0 ? [`${formatNumber(wouldHaveRetried)} would have been tried again`] : []),
          ...(wouldHaveBeenChecked > 0 ? [`${formatNumber(wouldHaveBeenChecked)} asked about at the provider`] : []),
        ].join(" and ")} without a person; they stay with people.`;
  return `Open now: ${n(openReviews, "case")}. ${openReviews === 0 ? "" : automatic}`.trim();
}

function sayPending({ pendingRequests, pendingNeedingMore, pendingSuperseded }: PolicyPreview["waiting"]): string {
  if (pendingRequests === 0) return "No request waits for a sign-off.";
  const more = pendingNeedingMore > 0 ? [`${n(pendingNeedingMore, "needs", "need")} another signature`] : [];
  const over = pendingSuperseded > 0 ? [`${n(pendingSuperseded, "becomes", "become")} void`] : [];
  const what = [...more, ...over];
  return `${n(pendingRequests, "request waits", "requests wait")} for a sign-off: ${what.length === 0 ? "none is touched" : what.join(", ")}.`;
}

function n(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function Direction({
  preview: { loosens, needsSecondAdmin, takesEffectAfterSeconds, changes },
}: {
  preview: PolicyPreview;
}) {
  if (changes.length === 0) return <p>No field changes.</p>;
  if (loosens.length === 0) {
    return (
      <p>
        <strong>This tightens the rule, or leaves it as strict: it applies at once.</strong>
      </p>
    );
  }
  return (
    <p>
      <strong>This loosens the rule</strong> ({loosens.map(fieldWord).join(", ")}).{" "}
      {needsSecondAdmin ? "A second admin has to sign it; then it" : "It"} counts for actions claimed{" "}
      {saySpan(takesEffectAfterSeconds)} later.
    </p>
  );
}
