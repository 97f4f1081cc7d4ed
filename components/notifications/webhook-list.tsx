import { Button, Text, Title } from "@mantine/core";
import { useState } from "react";
import { notificationActions } from "#lib/client/settings/notification-actions.ts";
import type { SaveWebhooksInput, Webhook, Webhooks } from "#lib/notifications/contract.ts";
import { CHANNEL_EVENT_WORDS } from "#lib/notifications/words.ts";
import { useUserAction } from "../users/use-user-action.ts";
import { UserTrouble } from "../users/user-trouble.tsx";
import { Messages } from "./messages.tsx";
import { sayOutcome } from "./say-outcome.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import classes from "./notifications.module.css";

type WebhookListProps = { list: Webhooks; onSaid: (said: string) => void };

export function WebhookList({ list, onSaid }: WebhookListProps) {
  const [open, setOpen] = useState<Webhook | "new" | null>(null);
  return (
    <section aria-labelledby="webhooks" className={classes.section}>
      <div className={classes.head}>
        <Title id="webhooks" order={2} size="h3">
          Channels
        </Title>
        <Button onClick={() => setOpen("new")} variant="default">
          Add a channel
        </Button>
      </div>
      <Text c="dimmed" mb="md">
        A webhook in Slack&apos;s format. Its address is a secret, so it stands in an environment variable of the
        server, and only its name stands here.
      </Text>
      {list.webhooks.length === 0 && <Text>No channel is told of anything yet.</Text>}
      <ul className={classes.webhooks}>
        {list.webhooks.map((webhook) => (
          <OneWebhook key={webhook.id} list={list} onEdit={() => setOpen(webhook)} onSaid={onSaid} webhook={webhook} />
        ))}
      </ul>
      {open !== null && (
        <WebhookDialog
          list={list}
          onClose={() => setOpen(null)}
          onSaid={onSaid}
          webhook={open === "new" ? null : open}
        />
      )}
    </section>
  );
}

type OneWebhookProps = WebhookListProps & { webhook: Webhook; onEdit: () => void };

function OneWebhook({ list, webhook, onEdit, onSaid }: OneWebhookProps) {
  const { id, name, urlEnv, events, kinds, problem, messages } = webhook;
  const test = useUserAction(notificationActions.testWebhook, (message) =>
    onSaid(sayOutcome(message, `A test was posted to ${name}.`)),
  );
  const remove = useUserAction(notificationActions.saveWebhooks, () => onSaid(`${name} is told of nothing any more.`));
  const others = (): SaveWebhooksInput => ({
    version: list.version,
    webhooks: list.webhooks.filter((one) => one.id !== id),
  });
  return (
    <li>
      <div className={classes.head}>
        <div>
          <strong>{name}</strong> <code>{urlEnv}</code>
        </div>
        <div className={classes.actions}>
          <Button
            aria-label={`Test: ${name}`}
            loading={test.isPending}
            onClick={() => test.mutate(id)}
            size="compact-sm"
            variant="default"
          >
            Test
          </Button>
          <Button aria-label={`Change: ${name}`} onClick={onEdit} size="compact-sm" variant="default">
            Change
          </Button>
          <Button
            aria-label={`Remove: ${name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate(others())}
            size="compact-sm"
            variant="default"
          >
            Remove
          </Button>
        </div>
      </div>
      {problem !== null && <p className={classes.error}>It cannot be called: {problem}</p>}
      <p>
        {events.map((event) => CHANNEL_EVENT_WORDS[event]).join(". ")}.{" "}
        {kinds.length === 0 ? "Of every kind." : `Of ${kinds.join(", ")}.`}
      </p>
      <UserTrouble error={test.error ?? remove.error} />
      <Messages messages={messages} />
    </li>
  );
}
