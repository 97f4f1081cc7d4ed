import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

/** A case of more questions than this has its oldest left out. */
const MAX_LISTED = 100;

const record = z.object({
  attempt: z.number(),
  askedAt: z.date(),
  answeredAt: z.date().nullable(),
  answer: z.string().nullable(),
  consequence: z.string().nullable(),
  evidence: z.unknown(),
});
export type VerificationRecord = z.infer<typeof record>;

export async function listVerifications(db: Db, key: string): Promise<VerificationRecord[]> {
  return query(
    db,
    record,
    Prisma.sql`
      select attempt, asked_at as "askedAt", answered_at as "answeredAt", answer, consequence, evidence
      from verification
      where action_key = ${key}
      order by id desc
      limit ${MAX_LISTED}`,
  );
}
