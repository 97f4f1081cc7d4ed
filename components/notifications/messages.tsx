import { Text } from "@mantine/core";
import type { Message } from "#lib/notifications/contract.ts";
import { MESSAGE_STATE_WORDS, MESSAGE_WORDS } from "#lib/notifications/words.ts";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import classes from "./notifications.module.css";

/** The newest first; what was given up or is in doubt says why. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return <Text c="dimmed">Nothing has been sent yet.</Text>;
  return (
    <details className={classes.messages} open={messages.some(isTrouble)}>
      <summary>The last messages</summary>
      <ul>
        {messages.map((message) => (
          <li key={message.id}>
            <span>
              {MESSAGE_WORDS[message.event]}
              {message.kind !== "" && `: ${message.kind}`}
              {message.count > 1 && `, ${formatNumber(message.count)}`}
            </span>
            <span>
              <strong>{MESSAGE_STATE_WORDS[message.state]}</strong>
              {message.dueAt && (
                <>
                  , due <Time at={message.dueAt} form="until" over="now" />
                </>
              )}
              {message.endedAt && (
                <>
                  , <Time at={message.endedAt} form="detail" />
                </>
              )}
            </span>
            {message.error !== null && <span className={classes.error}>{message.error}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function isTrouble({ state, error }: Message): boolean {
  return state === "refused" || state === "in_doubt" || (state === "due" && error !== null);
}
