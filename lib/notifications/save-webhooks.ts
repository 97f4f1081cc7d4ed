import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { AppError, notFound } from "../errors.ts";
import type { SaveWebhooksInput, Webhooks } from "./contract.ts";
import { loadWebhooks, versionOf } from "./read-webhooks.ts";
import {
  findWebhooks,
  insertWebhook,
  lockWebhooks,
  removeWebhooksExcept,
  updateWebhook,
  type WebhookRecord,
} from "./sql/settings/webhooks.ts";

/** The whole list at once: what was added, changed and removed is one change, or none. */
export async function saveWebhooks(actor: Actor, { version, webhooks }: SaveWebhooksInput): Promise<Webhooks> {
  requirePermission(actor, "webhooks.edit");
  return transaction(async (tx) => {
    await lockWebhooks(tx);
    const before = await findWebhooks(tx);
    if (versionOf(before) !== version) {
      throw new AppError("changed_since_seen", "The webhooks were changed since you saw them. Nothing was saved.");
    }
    await removeWebhooksExcept(
      tx,
      webhooks.flatMap(({ id }) => id ?? []),
    );
    for (const webhook of webhooks) await put(tx, webhook);
    const after = await findWebhooks(tx);
    await writeAudit(tx, {
      action: "webhooks.edited",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "webhooks", id: "notifications" },
      detail: changes(before, after),
    });
    return loadWebhooks(tx);
  });
}

async function put(tx: Tx, { id, ...webhook }: SaveWebhooksInput["webhooks"][number]): Promise<void> {
  if (id === undefined) await insertWebhook(tx, webhook);
  else if (!(await updateWebhook(tx, { id, ...webhook }))) throw notFound();
}

function changes(before: readonly WebhookRecord[], after: readonly WebhookRecord[]): Record<string, string[]> {
  const known = new Map(before.map((webhook) => [webhook.id, JSON.stringify(webhook)]));
  const left = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    changed: after.filter((one) => known.has(one.id) && known.get(one.id) !== JSON.stringify(one)).map(({ id }) => id),
    removed: before.filter(({ id }) => !left.has(id)).map(({ id }) => id),
  };
}
