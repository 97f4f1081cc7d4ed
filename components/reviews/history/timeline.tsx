import { Text } from "@mantine/core";
import type { AuditEntry } from "#lib/audit/contract.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { Time } from "../../ui/time.tsx";
import { timelineWords } from "./timeline-words.ts";
import classes from "./timeline.module.css";

type TimelineProps = { entries: readonly AuditEntry[]; comments: ReviewDetail["comments"] };

/** Oldest first, as it happened; with what its actor said about it. */
export function Timeline({ entries, comments }: TimelineProps) {
  const bodies = new Map<unknown, string>(comments.map(({ id, body }) => [id, body]));
  if (entries.length === 0) return <Text c="dimmed">Nothing has been written down yet.</Text>;
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => (
        <li className={classes.entry} key={entry.id}>
          <span className={classes.at}>
            <Time at={entry.at} />
          </span>
          <span>
            {timelineWords(entry)}
            <Quote of={bodies.get(entry.detail["comment_id"])} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Quote({ of: body }: { of: string | undefined }) {
  if (body === undefined) return null;
  return <span className={classes.quote}>“{body}”</span>;
}
