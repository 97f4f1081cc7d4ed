import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconClock, IconHistory, IconMinus } from "@tabler/icons-react";
import { Time } from "../../ui/time.tsx";
import { UnknownIcon } from "../icons.tsx";
import type { Rung } from "./ladder.ts";
import classes from "./ladder-list.module.css";

const MARKS = {
  done: { icon: <IconCheck size={16} />, word: "Known: " },
  not: { icon: <IconMinus size={16} />, word: "Not: " },
  unknown: { icon: <UnknownIcon />, word: "Not known: " },
  running: { icon: <IconClock size={16} />, word: "Now: " },
  late: { icon: <IconHistory size={16} />, word: "" },
} as const;

/** The last thing that is certain stands out: everything after it is a guess. */
export function Ladder({ rungs }: { rungs: readonly Rung[] }) {
  const firstOpen = rungs.findIndex(({ mark }) => mark !== "done");
  return (
    <ol className={classes.ladder}>
      {rungs.map(({ mark, word, at, line }, index) => (
        <li
          className={classes.rung}
          data-last-certain={index === firstOpen - 1 || undefined}
          data-mark={mark}
          key={word}
        >
          <span aria-hidden className={classes.mark}>
            {MARKS[mark].icon}
          </span>
          <span className={classes.word}>
            <VisuallyHidden>{MARKS[mark].word}</VisuallyHidden>
            {word}
          </span>
          {at && (
            <span className={classes.at}>
              <Time at={at} />
            </span>
          )}
          {line && <code className={classes.line}>{line}</code>}
        </li>
      ))}
    </ol>
  );
}
