import { z } from "zod";

export const SCOPES = ["actions", "read"] as const;
export const scopeSchema = z.enum(SCOPES);
export type Scope = z.infer<typeof scopeSchema>;

/** By it a secret is known for one of ours wherever it turns up: in a log, in a repository, in a wrong header. */
export const SECRET_PREFIX = "ntw_";

export const MAX_TOKEN_DAYS = 366;

export const createTokenInputSchema = z.strictObject({
  /** Actions name it as their worker. */
  name: z
    .string()
    .min(1, "say what uses it")
    .max(60, "must have at most 60 characters")
    .regex(/^\S+$/, "must not hold white space")
    .refine((name) => name.isWellFormed() && !name.includes("\0"), "holds a character that cannot be stored"),
  scopes: z
    .array(scopeSchema)
    .min(1, "choose at least one")
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  /** Null: until it is revoked. */
  expiresInDays: z.int().min(1).max(MAX_TOKEN_DAYS).nullable().default(null),
});
export type CreateTokenInput = z.output<typeof createTokenInputSchema>;

export const TOKEN_STATES = ["active", "expired", "revoked"] as const;

export const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  state: z.enum(TOKEN_STATES),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type Token = z.infer<typeof tokenSchema>;

export const tokenListSchema = z.object({ tokens: z.array(tokenSchema) });
export type TokenList = z.infer<typeof tokenListSchema>;

/** The only answer that ever holds a secret. */
export const createdTokenSchema = z.object({ token: tokenSchema, secret: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;

export const revokedTokenSchema = z.object({ token: tokenSchema });
export type RevokedToken = z.infer<typeof revokedTokenSchema>;

export const tokenParamSchema = z.object({ id: z.uuid() });
