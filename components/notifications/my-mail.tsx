import { Button, NativeSelect, Text, Title } from "@mantine/core";
import { notificationActions } from "#lib/client/settings/notification-actions.ts";
import {
  DELIVERIES,
  deliverySchema,
  EVENTS,
  type MySettings,
  type NotificationEvent,
} from "#lib/notifications/contract.ts";
import { DELIVERY_WORDS, EVENT_WORDS } from "#lib/notifications/words.ts";
import { useUserAction } from "../users/use-user-action.ts";
import { UserTrouble } from "../users/user-trouble.tsx";
import { Messages } from "./messages.tsx";
import { sayOutcome } from "./say-outcome.ts";
import classes from "./notifications.module.css";

const OPTIONS = DELIVERIES.map((value) => ({ value, label: DELIVERY_WORDS[value] }));

type MyMailProps = { settings: MySettings; onSaid: (said: string) => void };

export function MyMail({ settings, onSaid }: MyMailProps) {
  const { email, mailIsOn, messages } = settings;
  const test = useUserAction(notificationActions.testMail, (message) =>
    onSaid(sayOutcome(message, `A test was sent to ${email}.`)),
  );
  return (
    <section aria-labelledby="my-mail" className={classes.section}>
      <div className={classes.head}>
        <Title id="my-mail" order={2} size="h3">
          Mail to {email}
        </Title>
        <Button disabled={!mailIsOn} loading={test.isPending} onClick={() => test.mutate(undefined)} variant="default">
          Send me a test
        </Button>
      </div>
      {!mailIsOn && (
        <Text mb="md">
          This desk sends no mail: <code>SMTP_URL</code> is not set. What you choose counts once it is.
        </Text>
      )}
      <UserTrouble error={test.error} />
      <Choices onSaid={onSaid} settings={settings} />
      <Messages messages={messages} />
    </section>
  );
}

/** What stands in a field is what the server has; a choice is sent at once. */
function Choices({ settings: { preferences }, onSaid }: MyMailProps) {
  const choose = useUserAction(notificationActions.choose, () => onSaid("Saved."));
  const given = choose.isPending ? choose.variables.preferences : {};
  const change = (event: NotificationEvent, word: string) =>
    choose.mutate({ preferences: { [event]: deliverySchema.parse(word) } });
  return (
    <>
      <UserTrouble error={choose.error} />
      <div className={classes.choices}>
        {EVENTS.map((event) => (
          <NativeSelect
            data={OPTIONS}
            disabled={choose.isPending}
            key={event}
            label={EVENT_WORDS[event]}
            onChange={({ currentTarget }) => change(event, currentTarget.value)}
            value={given[event] ?? preferences[event]}
          />
        ))}
      </div>
    </>
  );
}
