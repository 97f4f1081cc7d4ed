import { z } from "zod";

export const ROLES = ["operator", "approver", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const MIN_PASSWORD_CHARS = 12;
export const MAX_PASSWORD_CHARS = 128;

export const signInSchema = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(MAX_PASSWORD_CHARS),
  next: z.string().optional(),
});

export const passwordSchema = z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS);

export const LINK_PURPOSES = ["first_admin", "invitation", "reset"] as const;
export const linkPurposeSchema = z.enum(LINK_PURPOSES);
export type LinkPurpose = z.infer<typeof linkPurposeSchema>;

/** Wide, because a form without JavaScript is answered by the page: what is wrong is said there. */
export const setPasswordSchema = z.object({
  token: z.string().max(200),
  password: z.string().max(10_000),
  name: z.string().max(1000).optional(),
  email: z.string().max(1000).optional(),
});
export type SetPasswordInput = z.infer<typeof setPasswordSchema>;

export const newAdminSchema = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().trim().toLowerCase().max(254),
});

export const setPasswordProblemSchema = z.object({ error: z.enum(["link", "person", "password", "taken"]) });
export type SetPasswordProblem = z.infer<typeof setPasswordProblemSchema>;

export const PROVIDER_FAULTS = ["unreachable", "refused", "state", "answer"] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** What the page is told after a refusal, in its query: words of a closed list, so that a link cannot put text there. */
export const signInProblemSchema = z.discriminatedUnion("error", [
  z.object({ error: z.literal("wrong") }),
  z.object({ error: z.literal("disabled") }),
  z.object({ error: z.literal("wait"), until: z.iso.datetime() }),
  z.object({
    error: z.literal("provider"),
    code: z.enum(PROVIDER_FAULTS),
    request: z.string().regex(/^[\w.:-]{1,64}$/),
  }),
  z.object({ error: z.literal("no_role") }),
  z.object({ error: z.literal("unverified") }),
  z.object({ error: z.literal("not_invited") }),
  z.object({ error: z.literal("taken") }),
]);
export type SignInProblem = z.infer<typeof signInProblemSchema>;
