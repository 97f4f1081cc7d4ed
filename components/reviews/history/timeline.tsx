import { Text } from "@mantine/core";
import type { AuditEntry } from "#lib/audit/contract.ts";
import { Time } from "../../ui/time.tsx";
import { timelineWords } from "./timeline-words.ts";
import classes from "./timeline.module.css";

/** Oldest first, as it happened. */
export function Timeline({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <Text c="dimmed">Nothing has been written down yet.</Text>;
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => (
        <li className={classes.entry} key={entry.id}>
          <span className={classes.at}>
            <Time at={entry.at} />
          </span>
          <span>{timelineWords(entry)}</span>
        </li>
      ))}
    </ol>
  );
}
