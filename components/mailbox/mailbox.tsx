import { Title } from "@mantine/core";
import { IconAlertOctagon } from "@tabler/icons-react";
import type { Mailbox as MailboxContent, MailboxEntry } from "#lib/demo/contract.ts";
import { Chip } from "../ui/chip.tsx";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import { Refresh } from "./refresh.tsx";
import classes from "./mailbox.module.css";

/** What the demo's mail server really received: the judge of everything that the desk says. */
export function Mailbox({ mailbox }: { mailbox: MailboxContent }) {
  const twice = mailbox.entries.filter(({ receivedAt }) => receivedAt.length > 1).length;
  return (
    <>
      <Refresh />
      <Title order={1}>Demo mailbox</Title>
      <p className={classes.intro}>
        Everything that the demo&apos;s own mail server has accepted, newest first. {count(mailbox.received, "message")}{" "}
        in all, {twice === 0 ? "none of these twice." : `${twice} of these more than once.`}
      </p>
      {mailbox.entries.length === 0 ? (
        <p className={classes.empty}>Nothing has been received yet.</p>
      ) : (
        <ol className={classes.list}>
          {mailbox.entries.map((entry) => (
            <Message entry={entry} key={entry.messageId} />
          ))}
        </ol>
      )}
    </>
  );
}

function Message({ entry }: { entry: MailboxEntry }) {
  const [latest] = entry.receivedAt;
  return (
    <li className={classes.message}>
      <details>
        <summary className={classes.summary}>
          <strong className={classes.subject}>{entry.subject}</strong>
          <span className={classes.to}>To {entry.to}</span>
          <span className={classes.times}>
            <HowOften times={entry.receivedAt.length} />
          </span>
          <span className={classes.at}>{latest !== undefined && <Time at={latest} />}</span>
        </summary>
        <div className={classes.inside}>
          <p className={classes.id}>
            From {entry.from} · Message-ID <code>{entry.messageId}</code>
          </p>
          {entry.receivedAt.length > 1 && (
            <p className={classes.id}>
              Received{" "}
              {entry.receivedAt.toReversed().map((at, index) => (
                <span key={at}>
                  {index > 0 && ", and again "}
                  <Time at={at} />
                </span>
              ))}
            </p>
          )}
          <div className={classes.text}>{entry.text}</div>
        </div>
      </details>
    </li>
  );
}

function HowOften({ times }: { times: number }) {
  if (times === 1) return <span className={classes.once}>×1 received once</span>;
  return (
    <Chip icon={<IconAlertOctagon />} tone="alarm">
      ×{times} received {times === 2 ? "twice" : `${times} times`}
    </Chip>
  );
}

function count(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}
