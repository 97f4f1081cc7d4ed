import { Button, Group, Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ApiProblem } from "#lib/client/api.ts";
import { notificationActions } from "#lib/client/settings/notification-actions.ts";
import type { SaveWebhooksInput, Webhook, Webhooks } from "#lib/notifications/contract.ts";
import { useUserAction } from "../users/use-user-action.ts";
import { UserTrouble } from "../users/user-trouble.tsx";
import { type WebhookDraft, WebhookFields } from "./webhook-fields.tsx";

type WebhookDialogProps = {
  list: Webhooks;
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onSaid: (said: string) => void;
};

const NEW: WebhookDraft = { name: "", urlEnv: "NOTWICE_SECRET_", events: ["request_waiting", "duplicate"], kinds: "" };

export function WebhookDialog({ list, webhook, onClose, onSaid }: WebhookDialogProps) {
  const [draft, setDraft] = useState(webhook ? { ...webhook, kinds: webhook.kinds.join(", ") } : NEW);
  const save = useUserAction(notificationActions.saveWebhooks, () => {
    onSaid(`${draft.name} is saved.`);
    onClose();
  });
  const problem = save.error instanceof ApiProblem ? save.error : null;
  const field = /^webhooks\.\d+\.(\w+)/.exec(problem?.problem.field ?? "")?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(withDraft(list, webhook, draft));
  };
  const title = webhook ? `Change ${webhook.name}` : "Add a channel";
  return (
    <Modal closeOnClickOutside={false} onClose={onClose} opened title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <WebhookFields
            draft={draft}
            errorOf={(own) => (field === own ? problem?.message : undefined)}
            onChange={setDraft}
          />
          {field === undefined && <UserTrouble error={save.error} />}
          <Group justify="flex-end">
            <Button onClick={onClose} variant="default">
              Change nothing
            </Button>
            <Button disabled={draft.events.length === 0} loading={save.isPending} type="submit">
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The whole list, with this one changed or added. */
function withDraft({ version, webhooks }: Webhooks, webhook: Webhook | null, draft: WebhookDraft): SaveWebhooksInput {
  const { name, urlEnv, events } = draft;
  const given = { name, urlEnv, events, kinds: draft.kinds.split(/[\s,]+/).filter(Boolean) };
  if (webhook === null) return { version, webhooks: [...webhooks, given] };
  return { version, webhooks: webhooks.map((one) => (one.id === webhook.id ? { id: one.id, ...given } : one)) };
}
