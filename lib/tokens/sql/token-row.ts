import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import { scopeSchema, TOKEN_STATES } from "../contract.ts";

export const tokenRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  state: z.enum(TOKEN_STATES),
  createdBy: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
});
export type TokenRow = z.infer<typeof tokenRow>;

export const TOKEN_COLUMNS = Prisma.sql`
  id::text as id, name, scopes, created_by as "createdBy", created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt",
  case when revoked_at is not null then 'revoked' when expires_at <= clock_timestamp() then 'expired'
    else 'active' end as state`;
