import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import type { SealedRow } from "../../seal/canonical.ts";

/** Nothing here is worded by the session: not a date style, not a time zone, not a float's digits. */
export const SEALED_COLUMNS = Prisma.sql`
  l.id::text as id,
  array[l.id::text, extract(epoch from l.at)::text, l.actor_type, l.actor_id, l.action, l.subject_type, l.subject_id,
    l.detail::text, l.via, l.request_id, l.roles::text, l.reason, l.address] as values`;

export const sealedRow: z.ZodType<SealedRow> = z.object({ id: z.string(), values: z.array(z.string().nullable()) });
