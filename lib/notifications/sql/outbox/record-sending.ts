import { prisma } from "#lib/db/index.ts";
import { MAX_TRIES } from "./claim-due.ts";
import type { OutboxRow } from "./outbox-row.ts";

type Try = Pick<OutboxRow, "id" | "tries">;

/** Longer than any try: after it, whoever sent it is taken for dead. */
const LOST_AFTER_SECONDS = 300;
const LOST = "The process ended while it was sending. It may have been sent, and is not sent again.";

/**
 * The point of no return, committed before the first byte leaves: from here on the message is sent, refused with proof,
 * or in doubt, and never tried again blindly. False when the try is no longer ours.
 */
export async function recordSending({ id, tries }: Try, frozen: { messageId: string | null; toldRisk: string | null }) {
  const changed = await prisma().$executeRaw`
    update notification
    set state = 'sending', sending_at = clock_timestamp(), message_id = coalesce(message_id, ${frozen.messageId}::text),
      told_risk = coalesce(told_risk, ${frozen.toldRisk}::text)
    where id = ${id}::uuid and state = 'due' and tries = ${tries}::int`;
  return changed === 1;
}

export async function recordSent({ id, tries }: Try): Promise<void> {
  await prisma().$executeRaw`
    update notification set state = 'sent', ended_at = clock_timestamp(), error = null
    where id = ${id}::uuid and state = 'sending' and tries = ${tries}::int`;
}

/** Proof that nothing was sent: it is due again at the time the claim has set, unless it is given up. */
export async function recordRefused({ id, tries }: Try, reason: string, isFinal: boolean): Promise<"again" | "over"> {
  const over = isFinal || tries >= MAX_TRIES;
  await prisma().$executeRaw`
    update notification
    set state = case when ${over}::boolean then 'refused' else 'due' end, error = ${reason},
      ended_at = case when ${over}::boolean then clock_timestamp() end
    where id = ${id}::uuid and state in ('due', 'sending') and tries = ${tries}::int`;
  return over ? "over" : "again";
}

export async function recordDoubt({ id, tries }: Try, reason: string): Promise<void> {
  await prisma().$executeRaw`
    update notification set state = 'in_doubt', error = ${reason}, ended_at = clock_timestamp()
    where id = ${id}::uuid and state = 'sending' and tries = ${tries}::int`;
}

/** There is nothing to tell any more, or nobody to tell it to. */
export async function recordDropped({ id, tries }: Try, reason: string): Promise<void> {
  await prisma().$executeRaw`
    update notification set state = 'dropped', error = ${reason}, ended_at = clock_timestamp()
    where id = ${id}::uuid and state = 'due' and tries = ${tries}::int`;
}

/** Those whose sender died after the point of no return. */
export async function recordLost(): Promise<number> {
  return prisma().$executeRaw`
    update notification set state = 'in_doubt', error = ${LOST}, ended_at = clock_timestamp()
    where state = 'sending' and sending_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS}::int)`;
}
