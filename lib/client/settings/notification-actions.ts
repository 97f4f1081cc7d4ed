import type {
  Message,
  MySettings,
  SavePreferencesInput,
  SaveWebhooksInput,
  Webhooks,
} from "#lib/notifications/contract.ts";
import { postJson, putJson } from "../api.ts";

export const notificationActions = {
  choose: (input: SavePreferencesInput) => putJson<MySettings>("/api/me/notifications", input),
  testMail: () => postJson<Message>("/api/me/notifications/test", {}),
  saveWebhooks: (input: SaveWebhooksInput) => putJson<Webhooks>("/api/notification-webhooks", input),
  testWebhook: (id: string) => postJson<Message>(`/api/notification-webhooks/${encodeURIComponent(id)}/test`, {}),
};
