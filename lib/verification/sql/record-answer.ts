import { Prisma, type Tx } from "#lib/db/index.ts";
import type { Answer, Consequence, Evidence } from "../contract.ts";

export interface RecordedAnswer {
  answer: Answer;
  evidence: Evidence;
  consequence: Consequence;
}

/** With what follows from it, in the same transaction; an answer is recorded once. */
export async function recordAnswer(tx: Tx, id: string, recorded: RecordedAnswer): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    update verification
    set answered_at = clock_timestamp(), answer = ${recorded.answer}, consequence = ${recorded.consequence},
      evidence = ${JSON.stringify(recorded.evidence)}::jsonb
    where id = ${id}::bigint and answered_at is null`);
}
