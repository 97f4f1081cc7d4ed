import { createHash } from "node:crypto";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import type { Webhooks } from "./contract.ts";
import { findProblem } from "./send/find-problem.ts";
import { listMessages } from "./sql/outbox/list-messages.ts";
import { findWebhooks, type WebhookRecord } from "./sql/settings/webhooks.ts";

export async function readWebhooks(actor: Actor): Promise<Webhooks> {
  requirePermission(actor, "webhooks.edit");
  return transaction(loadWebhooks);
}

export async function loadWebhooks(tx: Tx): Promise<Webhooks> {
  const records = await findWebhooks(tx);
  const ids = records.map(({ id }) => id);
  const messages = await listMessages(tx, "webhook", ids);
  return {
    version: versionOf(records),
    webhooks: records.map((webhook) => ({
      ...webhook,
      problem: findProblem(webhook.urlEnv),
      messages: messages.get(webhook.id) ?? [],
    })),
  };
}

/** The same list has the same version, whoever saved it. */
export function versionOf(records: readonly WebhookRecord[]): string {
  return createHash("sha256").update(JSON.stringify(records)).digest("hex").slice(0, 16);
}
