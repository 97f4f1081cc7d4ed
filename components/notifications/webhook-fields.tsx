import { Checkbox, TextInput } from "@mantine/core";
import { EVENTS, type NotificationEvent } from "#lib/notifications/contract.ts";
import { CHANNEL_EVENT_WORDS } from "#lib/notifications/words.ts";
import classes from "./notifications.module.css";

/** `kinds` as it is typed. */
export type WebhookDraft = { name: string; urlEnv: string; events: NotificationEvent[]; kinds: string };

type WebhookFieldsProps = {
  draft: WebhookDraft;
  onChange: (draft: WebhookDraft) => void;
  errorOf: (field: keyof WebhookDraft) => string | undefined;
};

export function WebhookFields({ draft, onChange, errorOf }: WebhookFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        description="As people know it, such as #operations."
        error={errorOf("name")}
        label="Name"
        onChange={({ currentTarget: { value: name } }) => onChange({ ...draft, name })}
        required
        value={draft.name}
      />
      <TextInput
        description="The environment variable of the server that holds its address."
        error={errorOf("urlEnv")}
        label="Variable"
        onChange={({ currentTarget: { value: urlEnv } }) => onChange({ ...draft, urlEnv })}
        required
        value={draft.urlEnv}
      />
      <Checkbox.Group
        error={errorOf("events")}
        label="Tell it when"
        onChange={(words) => onChange({ ...draft, events: EVENTS.filter((event) => words.includes(event)) })}
        value={draft.events}
      >
        <div className={classes.options}>
          {EVENTS.map((event) => (
            <Checkbox key={event} label={CHANNEL_EVENT_WORDS[event]} value={event} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        description="Separated by commas. Empty: every kind."
        error={errorOf("kinds")}
        label="Kinds"
        onChange={({ currentTarget: { value: kinds } }) => onChange({ ...draft, kinds })}
        value={draft.kinds}
      />
    </>
  );
}
