import Link from "next/link";
import type { ReactNode } from "react";
import type { AuditEvent } from "#lib/audit/contract.ts";
import { Time } from "../ui/time.tsx";
import classes from "./audit-log.module.css";

const HEADS = ["Time", "Who", "Role", "Via", "What", "On", "Reason", "Before → After", "Request id"];

export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead className={classes.head}>
          <tr>
            {HEADS.map((head) => (
              <th className={classes.header} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <AuditRow event={event} key={event.id} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditRow({ event }: { event: AuditEvent }) {
  const { actor, before, after } = event;
  return (
    <tr className={classes.row}>
      <Cell head="Time">
        <Time at={event.at} />
      </Cell>
      <Cell head="Who">
        {actor.type === "person" || actor.type === actor.id ? actor.name : `${actor.type} ${actor.name}`}
      </Cell>
      <Cell head="Role">{event.roles?.join(", ")}</Cell>
      <Cell head="Via">{event.via}</Cell>
      <Cell head="What">
        <details>
          <summary className={classes.what}>{event.action.replaceAll(/[._]/g, " ")}</summary>
          <pre className={classes.json}>{wholeOf(event)}</pre>
        </details>
      </Cell>
      <Cell head="On">
        <Subject event={event} />
      </Cell>
      <Cell head="Reason">{event.reason}</Cell>
      <Cell head="Before → After">
        {before === null && after === null ? null : `${sayState(before)} → ${sayState(after)}`}
      </Cell>
      <Cell head="Request id">{event.requestId !== null && <code className={classes.id}>{event.requestId}</code>}</Cell>
    </tr>
  );
}

/** The row as JSON, `detail` as it is stored: parsed, a long number would lose digits. */
function wholeOf({ detail: _detail, detailText, ...event }: AuditEvent): string {
  return `${JSON.stringify(event, null, 2).slice(0, -2)},\n  "detail": ${detailText}\n}`;
}

function sayState(state: string | null): string {
  return state?.replaceAll("_", " ") ?? "–";
}

/** A cell without anything says nothing to whoever hears the table, and takes no line on a narrow screen. */
function Cell({ head, children }: { head: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === false || children === "";
  return (
    <td className={classes.cell} data-empty={isEmpty || undefined} data-head={head}>
      {children}
    </td>
  );
}

const SHORT_CHARS = 10;

function Subject({ event: { subject, reviewId } }: { event: AuditEvent }) {
  const words = `${subject.type.replace("_", " ")} ${subject.id.slice(0, SHORT_CHARS)}`;
  if (reviewId === null) return <span className={classes.id}>{words}</span>;
  return (
    <Link className={classes.id} href={`/reviews/${reviewId}`} prefetch={false}>
      {words}
    </Link>
  );
}
