import { prisma, Prisma, query } from "#lib/db/index.ts";
import type { SealedRow } from "../../seal/canonical.ts";
import { SEALED_COLUMNS, sealedRow } from "./sealed-columns.ts";

interface Range {
  /** Null: from the first row there is, whatever its id. */
  after: string | null;
  upto: string | null;
  limit: number;
}

/** By their ids, one page after the other. */
export async function listSealedRows({ after, upto, limit }: Range): Promise<SealedRow[]> {
  const bounds = [
    after === null ? Prisma.sql`true` : Prisma.sql`l.id > ${after}::bigint`,
    upto === null ? Prisma.sql`true` : Prisma.sql`l.id <= ${upto}::bigint`,
  ];
  return query(
    prisma(),
    sealedRow,
    Prisma.sql`
      select ${SEALED_COLUMNS} from audit_log l where ${Prisma.join(bounds, " and ")} order by l.id limit ${limit}`,
  );
}
