import { prisma } from "#lib/db/index.ts";
import { type DueNudge, MAX_TRIES } from "./claim-due-nudges.ts";

/** Whichever try it was: the receiver has been told. */
export async function recordSent({ id }: DueNudge): Promise<void> {
  await prisma().$executeRaw`
    update nudge set sent_at = clock_timestamp(), error = null where id = ${id}::uuid and sent_at is null`;
}

/** The claim has set the time of the next try; after the last one, or when the receiver is gone, there is none. */
export async function recordFailure({ id, tries }: DueNudge, reason: string, gone: boolean): Promise<boolean> {
  const over = gone || tries >= MAX_TRIES;
  const changed = await prisma().$executeRaw`
    update nudge set error = ${reason}, next_at = case when ${over}::boolean then 'infinity' else next_at end
    where id = ${id}::uuid and tries = ${tries}::int and sent_at is null`;
  return over && changed === 1;
}
