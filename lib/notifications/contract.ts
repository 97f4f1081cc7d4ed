import { z } from "zod";

const MAX_NAME_CHARS = 80;
const MAX_WEBHOOKS = 20;
const MAX_KINDS = 50;
const MAX_KIND_CHARS = 200;
const SECRET_NAME = /^NOTWICE_SECRET_[A-Z0-9_]+$/;

/** What may be told. Each person chooses for each how to hear of it, each webhook which of them it gets. */
export const EVENTS = [
  "review_opened",
  "request_waiting",
  "request_expiring",
  "request_ended",
  "duplicate",
  "policy_waiting",
  "roles_waiting",
  "roles_decided",
] as const;
export const eventSchema = z.enum(EVENTS);
export type NotificationEvent = z.infer<typeof eventSchema>;

export const DELIVERIES = ["at_once", "digest", "off"] as const;
export const deliverySchema = z.enum(DELIVERIES);
export type Delivery = z.infer<typeof deliverySchema>;

/** `digest`: a person's daily summary; `test`: what the button sends. */
export const messageEventSchema = z.enum([...EVENTS, "digest", "test"]);
export type MessageEvent = z.infer<typeof messageEventSchema>;

/** `in_doubt`: whoever sent it never learned how that ended. It may have been sent, and is not sent again. */
export const messageStateSchema = z.enum(["due", "sending", "sent", "refused", "in_doubt", "dropped"]);

export type MessageState = z.infer<typeof messageStateSchema>;

export const messageSchema = z.object({
  id: z.string(),
  event: messageEventSchema,
  kind: z.string(),
  count: z.number().int(),
  state: messageStateSchema,
  tries: z.number().int(),
  /** When it is tried, or tried again; null once it is over. */
  dueAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export const preferencesSchema = z.record(eventSchema, deliverySchema);
export type Preferences = z.infer<typeof preferencesSchema>;

export const mySettingsSchema = z.object({
  email: z.string(),
  /** False: this desk has no mail server to send by. */
  mailIsOn: z.boolean(),
  preferences: preferencesSchema,
  /** Newest first. */
  messages: z.array(messageSchema),
});
export type MySettings = z.infer<typeof mySettingsSchema>;

export const savePreferencesInputSchema = z.object({ preferences: z.partialRecord(eventSchema, deliverySchema) });
export type SavePreferencesInput = z.infer<typeof savePreferencesInputSchema>;

const kinds = z.array(z.string().regex(/^\S+$/, "A kind has no white space.").max(MAX_KIND_CHARS)).max(MAX_KINDS);

const webhookFields = {
  name: z.string().trim().min(1, "Give it a name.").max(MAX_NAME_CHARS),
  /** Name of the environment variable that holds the address, which is a secret. */
  urlEnv: z.string().regex(SECRET_NAME, "must be the name of a variable that begins with NOTWICE_SECRET_"),
  events: z.array(eventSchema).min(1, "Choose at least one event."),
  /** Empty: every kind. */
  kinds,
};

export const webhookSchema = z.object({
  id: z.string(),
  ...webhookFields,
  /** Why it cannot be called as it stands: its variable is not set, its address is of a private network. */
  problem: z.string().nullable(),
  /** Newest first. */
  messages: z.array(messageSchema),
});

export type Webhook = z.infer<typeof webhookSchema>;

export const webhooksSchema = z.object({
  /** Of the whole list, to be sent back with a change of it. */
  version: z.string(),
  webhooks: z.array(webhookSchema),
});
export type Webhooks = z.infer<typeof webhooksSchema>;

export const saveWebhooksInputSchema = z.object({
  version: z.string(),
  /** The whole list; one without an id is new, one that is missing is removed. */
  webhooks: z.array(z.object({ id: z.uuid().optional(), ...webhookFields })).max(MAX_WEBHOOKS),
});
export type SaveWebhooksInput = z.infer<typeof saveWebhooksInputSchema>;

export const webhookParamSchema = z.object({ id: z.uuid() });
