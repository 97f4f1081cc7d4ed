import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { invariant } from "../../../errors.ts";

const releases = z.object({ waiting: z.number(), oldestAt: z.date().nullable(), overdue: z.number() });

export async function countReleases(db: Db): Promise<z.infer<typeof releases>> {
  const [row] = await query(
    db,
    releases,
    Prisma.sql`
      select count(*)::int as waiting,
        min(a.released_at) filter (where a.released_at between '2000-01-01' and now()) as "oldestAt",
        count(*) filter (where a.release_expires_at <= now())::int as overdue
      from action_log a
      where a.status = 'released'`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}
