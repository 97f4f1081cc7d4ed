import type { Pool } from "pg";
import { type TellCounts, tellPeople } from "#lib/notifications/tell-people.ts";

export type OutboxRow = {
  id: string;
  channel: string;
  recipient_id: string;
  event: string;
  kind: string;
  count: number;
  counts: Record<string, number>;
  state: string;
  tries: number;
  due_in: number | null;
  error: string | null;
  message_id: string | null;
};

export async function outbox(pool: Pool, recipientId?: string): Promise<OutboxRow[]> {
  const { rows } = await pool.query(
    `select *, case when state = 'due' then extract(epoch from due_at - clock_timestamp())::float end as due_in
     from notification where $1::text is null or recipient_id = $1 order by created_at, recipient_id, event`,
    [recipientId ?? null],
  );
  return rows;
}

/** As if the window in which a message gathers, or the pause before its next try, were over. */
export async function makeDue(pool: Pool): Promise<void> {
  await pool.query("update notification set due_at = clock_timestamp() where state = 'due'");
}

export function tell(): Promise<TellCounts> {
  return tellPeople({ limit: 10_000, leftMs: () => 10_000 });
}

/** Collects, lets the window pass, sends. */
export async function tellAll(pool: Pool): Promise<TellCounts> {
  await tell();
  await makeDue(pool);
  return tell();
}

/** Nothing to tell, and nobody to tell it to: a test begins with its own people and cases. */
export async function clear(pool: Pool): Promise<void> {
  await pool.query("update auth_user set disabled_at = now()");
  await pool.query("update review set told_at = now() where told_at is null");
  await pool.query(
    `update review_request set told_at = coalesce(told_at, now()), reminded_at = coalesce(reminded_at, now()),
       end_told_at = case when state <> 'pending' then coalesce(end_told_at, now()) end`,
  );
  await pool.query(
    "insert into notification_mark (event, subject) select 'duplicate_' || duplicate, key from action_log where duplicate is not null on conflict do nothing",
  );
  await pool.query("delete from notification");
  await pool.query("delete from notification_webhook");
}
