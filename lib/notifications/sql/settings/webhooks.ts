import { z } from "zod";
import { type Db, Prisma, prisma, query, type Tx } from "#lib/db/index.ts";
import { eventSchema } from "../../contract.ts";

const webhookRecord = z.object({
  id: z.string(),
  name: z.string(),
  urlEnv: z.string(),
  events: z.array(eventSchema),
  kinds: z.array(z.string()),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

const COLUMNS = Prisma.sql`id::text as id, name, url_env as "urlEnv", events, kinds`;

export async function findWebhooks(db: Db = prisma()): Promise<WebhookRecord[]> {
  return query(db, webhookRecord, Prisma.sql`select ${COLUMNS} from notification_webhook order by created_at, id`);
}

export async function findWebhook(id: string, db: Db = prisma()): Promise<WebhookRecord | null> {
  const rows = await query(
    db,
    webhookRecord,
    Prisma.sql`select ${COLUMNS} from notification_webhook where id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Two admins who save at once: the second sees what the first has saved, and is told so. */
export async function lockWebhooks(tx: Tx): Promise<void> {
  await tx.$executeRaw`lock table notification_webhook in share row exclusive mode`;
}

export async function insertWebhook(tx: Tx, webhook: Omit<WebhookRecord, "id">): Promise<void> {
  const { name, urlEnv, events, kinds } = webhook;
  await tx.$executeRaw`
    insert into notification_webhook (name, url_env, events, kinds)
    values (${name}, ${urlEnv}, ${events}::text[], ${kinds}::text[])`;
}

export async function updateWebhook(tx: Tx, { id, name, urlEnv, events, kinds }: WebhookRecord): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update notification_webhook
    set name = ${name}, url_env = ${urlEnv}, events = ${events}::text[], kinds = ${kinds}::text[]
    where id = ${id}::uuid`;
  return changed === 1;
}

export async function removeWebhooksExcept(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`delete from notification_webhook where id <> all(${[...ids]}::uuid[])`;
}
