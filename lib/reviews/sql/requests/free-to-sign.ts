import { Prisma } from "#lib/db/index.ts";

/**
 * `maySign` as a condition, where the database answers for many requests or for many people. Of a request's row `of`
 * (its id, requested_by, edited_by and editors) and a person's id; role and account are the caller's to ask for.
 */
export function freeToSign(of: "q" | "c" | "p", personId: Prisma.Sql): Prisma.Sql {
  const request = Prisma.raw(of);
  return Prisma.sql`(
    ${personId} <> ${request}.requested_by and ${personId} <> ${request}.edited_by
    and ${personId} <> all(${request}.editors)
    and not exists (select from sign_off given where given.request_id = ${request}.id and given.approver_id = ${personId}))`;
}
