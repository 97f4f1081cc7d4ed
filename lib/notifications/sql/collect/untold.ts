import { Prisma } from "#lib/db/index.ts";
import { NEWS_FOR_HOURS } from "./collected.ts";

const EXPIRES_SOON_MINUTES = 15;

/** Of a request `q`: a quarter of its time is left, or a quarter of an hour, and nobody was reminded. */
export const DUE_FOR_REMINDER = Prisma.sql`
  q.state = 'pending' and q.reminded_at is null and q.expires_at > now()
  and q.expires_at <= now() + make_interval(mins => ${EXPIRES_SOON_MINUTES}::int)
  and q.expires_at <= now() + (q.expires_at - q.requested_at) / 4`;

/** Of an action `a`: this word of it was not told yet. */
export const UNTOLD_DUPLICATE = Prisma.sql`
  a.duplicate is not null and not exists (
    select from notification_mark m where m.event = 'duplicate_' || a.duplicate and m.subject = a.key)`;

/** Of a policy revision `p`. */
export const UNTOLD_PROPOSAL = Prisma.sql`
  p.state = 'proposed' and not exists (
    select from notification_mark m where m.event = 'policy_waiting' and m.subject = p.id::text)`;

/** Of a role change `g`. */
export const UNTOLD_ROLES = Prisma.sql`
  g.state = 'proposed' and not exists (
    select from notification_mark m where m.event = 'roles_waiting' and m.subject = g.id::text)`;

/** The same once another admin, or what became of the account, decided it. Older ones are told to nobody. */
export const UNTOLD_ROLES_END = Prisma.sql`
  g.needs_sign_off and g.state <> 'proposed' and g.decided_at > now() - make_interval(hours => ${NEWS_FOR_HOURS}::int)
  and not exists (select from notification_mark m where m.event = 'roles_decided' and m.subject = g.id::text)`;
