"use client";

import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect } from "react";
import { queueQueries } from "#lib/client/queue/queue-queries.ts";
import type { ReviewGroup } from "#lib/reviews/lists/contract.ts";
import type { Grouping } from "#lib/reviews/lists/words.ts";
import { kindOf } from "../../../actions/kinds/index.ts";
import { useLive } from "../../../layout/live/live-provider.tsx";
import { formatNumber } from "../../../ui/format-number.ts";
import { Age } from "../../age.tsx";
import { causeWords } from "../../cause-words.ts";
import { Second } from "../../list/cells.tsx";
import { Trouble } from "../../notices/trouble.tsx";
import { valueWords } from "../filters/filter-words.ts";
import { QueueEmpty } from "../queue-empty.tsx";
import type { ShownProps } from "../queue-list.tsx";
import { pathOf, queryOf, type QueueView } from "../queue-view.ts";
import classes from "../../list/review-list.module.css";
import tableClasses from "../../list/review-table.module.css";

const NAMES: Readonly<Record<Grouping, string>> = { cause: "Cause", run: "Run", recipient: "Recipient" };

type GroupsProps = ShownProps & {
  by: Grouping;
  /** Opens the list of a group with all of it selected. */
  onSelect: (filter: QueueView["filter"]) => void;
};

/** An incident is one line: how many, since when, how risky; it opens as the list of its own rows. */
export function QueueGroups({ view, change, counts, label, onFresh, by, onSelect }: GroupsProps) {
  const { pollMs } = useLive();
  const query = useQuery({ ...queueQueries.groups(queryOf(view), by), refetchInterval: pollMs });
  const { data, error, refetch } = query;
  const answeredAt = data?.at;
  useEffect(() => onFresh({ answeredAt, isFailing: error !== null }), [onFresh, answeredAt, error]);
  return (
    <div className={classes.rows} id="list" tabIndex={-1}>
      {error && <Trouble error={error} onRetry={() => void refetch()} since={answeredAt} what="This list" />}
      {query.isPending && !error && [1, 2, 3].map((row) => <Skeleton height={40} key={row} mt="sm" />)}
      {data?.groups.length === 0 && <QueueEmpty change={change} counts={counts} view={view} />}
      {data !== undefined && data.groups.length > 0 && (
        <div className={tableClasses.frame}>
          <table aria-label={`${label}, by ${by}`} className={tableClasses.table} data-layout="groups" role="table">
            <thead className={tableClasses.head} role="rowgroup">
              <tr role="row">
                {[NAMES[by], "Cases", "Oldest", "Duplicate risk", "Selection"].map((header) => (
                  <th className={tableClasses.header} key={header} role="columnheader" scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={tableClasses.body} role="rowgroup">
              {data.groups.map((group) => (
                <Group by={by} group={group} key={JSON.stringify(group.filter)} onSelect={onSelect} view={view} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data?.isCapped && <p className={classes.more}>There are more: filter to see the rest.</p>}
    </div>
  );
}

type GroupProps = Pick<GroupsProps, "by" | "view" | "onSelect"> & { group: ReviewGroup };

function Group({ group, by, view, onSelect }: GroupProps) {
  const { count, oldestAt, risks } = group;
  const filter = { ...view.filter, ...wordsOf(group.filter) };
  const href = pathOf({ ...view, filter, group: null, cursor: null });
  return (
    <tr className={tableClasses.row} role="row">
      <th className={tableClasses.cell} role="rowheader" scope="row">
        <Link className={tableClasses.open} href={href} prefetch={false}>
          {titleOf(group, by)}
        </Link>
        {by === "cause" && <Second>{[group.reached, group.filter.host].filter(isSaid).join(" · ")}</Second>}
      </th>
      <td className={tableClasses.cell} role="cell">
        {formatNumber(count)}
      </td>
      <td className={tableClasses.cell} role="cell">
        <Age of={oldestAt} />
      </td>
      <td className={tableClasses.cell} role="cell">
        {risks.map((risk) => `${valueWords("risk", risk.word)} ${formatNumber(risk.count)}`).join(" · ")}
      </td>
      <td className={tableClasses.cell} role="cell">
        <Button
          className={tableClasses.above ?? ""}
          onClick={() => onSelect(filter)}
          size="compact-sm"
          variant="default"
        >
          Select<VisuallyHidden> {titleOf(group, by)}</VisuallyHidden>
        </Button>
      </td>
    </tr>
  );
}

function isSaid(word: string | null | undefined): word is string {
  return word !== null && word !== undefined && word !== "-";
}

function titleOf({ kind, filter }: ReviewGroup, by: Grouping): string {
  switch (by) {
    case "cause":
      return [kind === null ? null : kindOf(kind).label, causeWords(filter.cause ?? null)].filter(isSaid).join(": ");
    case "run":
      return filter.run ?? "Not recorded";
    case "recipient":
      return filter.recipient === "-" ? "Not recorded" : (filter.recipient ?? "Not recorded");
  }
}

/** The address has words only. */
function wordsOf(filter: ReviewGroup["filter"]): QueueView["filter"] {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}
