import { Button } from "@mantine/core";
import type { Revision } from "#lib/policies/contract.ts";
import { Time } from "../ui/time.tsx";
import { sayChange, STATE_WORDS } from "./policy-words.ts";
import page from "../ui/page/page.module.css";
import classes from "./policies.module.css";

type HistoryProps = { revisions: readonly Revision[]; onDraft: ((revision: Revision) => void) | null };

/** Newest first, each with what it changed of the one in force before it. */
export function History({ revisions, onDraft }: HistoryProps) {
  if (revisions.length === 0) return <p className={page.line}>No version was saved here yet.</p>;
  return (
    <ol className={classes.history}>
      {revisions.map((revision) => (
        <li key={revision.id}>
          <div className={classes.revision}>
            <strong>v{revision.version}</strong>
            <span>{STATE_WORDS[revision.state]}</span>
            <span>
              {revision.proposedBy.name}, <Time at={revision.proposedAt} />
            </span>
            <Decided revision={revision} />
            {onDraft && (
              <Button onClick={() => onDraft(revision)} size="compact-sm" variant="default">
                Draft from v{revision.version}
              </Button>
            )}
          </div>
          {revision.reason !== null && <p className={page.line}>“{revision.reason}”</p>}
          <Changes changes={revision.changes} />
        </li>
      ))}
    </ol>
  );
}

function Decided({ revision: { state, approvedBy, decidedBy, note } }: { revision: Revision }) {
  if (approvedBy !== null) return <span>signed by {approvedBy.name}</span>;
  if (decidedBy === null) return null;
  return (
    <span>
      {STATE_WORDS[state].toLowerCase()} by {decidedBy.name}
      {note !== null && `: “${note}”`}
    </span>
  );
}

export function Changes({ changes }: { changes: Revision["changes"] }) {
  if (changes.length === 0) return <p className={page.line}>Changes no field.</p>;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.field}>{sayChange(change)}</li>
      ))}
    </ul>
  );
}
