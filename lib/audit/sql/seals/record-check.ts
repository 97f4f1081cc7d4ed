import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";
import { type Fault, faultSchema } from "../../verify/faults.ts";

const check = z.object({ at: z.date(), seals: z.number(), faults: z.array(faultSchema) });
export type Check = z.infer<typeof check>;

export async function findCheck(): Promise<Check | null> {
  const [found] = await query(prisma(), check, Prisma.sql`select at, seals, faults from audit_check`);
  return found ?? null;
}

export async function recordCheck(seals: number, faults: readonly Fault[]): Promise<void> {
  await prisma().$executeRaw`
    insert into audit_check (at, seals, faults)
    values (clock_timestamp(), ${seals}::int, ${JSON.stringify(faults)}::jsonb)
    on conflict (id) do update set at = excluded.at, seals = excluded.seals, faults = excluded.faults`;
}
