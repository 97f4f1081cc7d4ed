import type { Incident, ReaperHealth } from "#lib/reaper/health/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { StackTable, type StackColumn } from "../ui/table/stack-table.tsx";
import { Time } from "../ui/time.tsx";
import { INCIDENT_WORDS } from "./reaper-words.ts";
import { ActionOf } from "./skipped-table.tsx";
import classes from "../ui/page/page.module.css";

export function Releases({ releases: { waiting, oldestAt, overdue } }: Pick<ReaperHealth, "releases">) {
  if (waiting === 0) return <p className={classes.line}>Nothing is released that no worker has taken.</p>;
  return (
    <p className={classes.line}>
      {formatNumber(waiting)} {waiting === 1 ? "waits" : "wait"}
      {oldestAt !== null && (
        <>
          , the oldest for <Time at={oldestAt} form="age" />
        </>
      )}
      . {overdue === 0 ? "None is overdue." : `${formatNumber(overdue)} overdue: the next pass takes them back.`}
    </p>
  );
}

type Nudge = ReaperHealth["givenUpNudges"][number];

const NUDGE_COLUMNS: readonly StackColumn<Nudge>[] = [
  { head: "Action", isName: true, cell: (row) => <ActionOf {...row} /> },
  { head: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: "Tries", isNumber: true, cell: ({ tries }) => formatNumber(tries) },
  { head: "Last answer", cell: ({ error }) => error },
  { head: "Its action", cell: ({ stillWaits }) => (stillWaits ? "Still waits: tell its worker" : "No longer waits") },
];

export function Nudges({ nudges }: { nudges: readonly Nudge[] }) {
  if (nudges.length === 0) return <p className={classes.line}>No nudge was given up.</p>;
  return <StackTable columns={NUDGE_COLUMNS} keyOf={({ id }) => id} label="Nudges given up" rows={nudges} />;
}

const INCIDENT_COLUMNS: readonly StackColumn<Incident>[] = [
  { head: "Action", isName: true, cell: (row) => <ActionOf {...row} /> },
  { head: "What", cell: ({ what }) => INCIDENT_WORDS[what] },
  { head: "When", cell: ({ at }) => (at === null ? "Not over" : <Time at={at} />) },
];

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0) return <p className={classes.line}>None.</p>;
  return (
    <StackTable
      columns={INCIDENT_COLUMNS}
      keyOf={({ what, shortKey, at }) => `${what} ${shortKey} ${at}`}
      label="Incidents"
      rows={incidents}
    />
  );
}
