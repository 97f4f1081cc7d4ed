import { type Db, Prisma, query } from "#lib/db/index.ts";
import { type Person, personSchema } from "../../contract.ts";
import { freeToSign } from "./free-to-sign.ts";

const MAX_NAMED = 20;

/** Who has the role, an account that works, and no part in the request yet. */
export async function findApprovers(tx: Db, request: { id: string }): Promise<Person[]> {
  return query(
    tx,
    personSchema,
    Prisma.sql`
      select u.id, u.name
      from auth_user u
      join review_request q on q.id = ${request.id}::uuid
      where 'approver' = any(u.roles) and u.disabled_at is null and ${freeToSign("q", Prisma.sql`u.id`)}
      order by u.name, u.id
      limit ${MAX_NAMED}`,
  );
}

export async function findPerson(tx: Db, id: string): Promise<Person | null> {
  const rows = await query(
    tx,
    personSchema,
    Prisma.sql`select id, name from auth_user where id = ${id} and disabled_at is null`,
  );
  return rows[0] ?? null;
}
