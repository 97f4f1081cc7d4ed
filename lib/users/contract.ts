import { z } from "zod";
import { roleSchema } from "../auth/contract.ts";

const personSchema = z.object({ id: z.string(), name: z.string() });

export const USER_STATUSES = ["invited", "active", "disabled"] as const;

export const pendingRoleChangeSchema = z.object({
  id: z.string(),
  roles: roleSchema.array(),
  gives: roleSchema.array(),
  proposedBy: personSchema,
  proposedAt: z.iso.datetime(),
  /** Whether whoever asks may sign it; else the sentence that says why not. */
  sign: z.object({ allowed: z.boolean(), because: z.string().nullable() }),
  isOwn: z.boolean(),
});
export type PendingRoleChange = z.infer<typeof pendingRoleChangeSchema>;

export const userRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: roleSchema.array(),
  /** Of `roles`: given a moment ago, and not counting yet. */
  raise: z.object({ roles: roleSchema.array(), effectiveAt: z.iso.datetime() }).nullable(),
  status: z.enum(USER_STATUSES),
  signsInWith: z.enum(["password", "provider", "nothing"]),
  /** The provider's claim gives the roles at every sign-in; the desk cannot. */
  rolesComeFromProvider: z.boolean(),
  isLastAdmin: z.boolean(),
  isYou: z.boolean(),
  lastSeenAt: z.iso.datetime().nullable(),
  openRequests: z.number().int(),
  /** Requests that cannot be signed off without this person. */
  waitOnlyForThem: z.number().int(),
  proposal: pendingRoleChangeSchema.nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

export const userListSchema = z.object({ users: userRowSchema.array() });
export type UserList = z.infer<typeof userListSchema>;

export const userIdParamSchema = z.object({ id: z.string().min(1).max(100) });

const rolesInputSchema = roleSchema.array().min(1, "give at least one role").max(3);

export const inviteUserInputSchema = z.object({
  name: z.string().trim().min(1, "is needed").max(100, "has more than 100 characters"),
  email: z.email("is not an e-mail address").trim().toLowerCase().max(254),
  roles: rolesInputSchema,
});
export type InviteUserInput = z.infer<typeof inviteUserInputSchema>;

const rolesOutcomeSchema = z.object({
  outcome: z.enum(["in_force", "proposed", "unchanged"]),
  changeId: z.string().nullable(),
  roles: roleSchema.array(),
  /** Of approver and admin, what was given or proposed. */
  gives: roleSchema.array(),
  effectiveAt: z.iso.datetime().nullable(),
});
export type RolesOutcome = z.infer<typeof rolesOutcomeSchema>;

export const userLinkSchema = z.object({
  userId: z.string(),
  /** Shown once: only its digest is kept. */
  link: z.string(),
  expiresAt: z.iso.datetime(),
  roles: rolesOutcomeSchema,
});
export type UserLink = z.infer<typeof userLinkSchema>;

export const changeRolesInputSchema = z.object({
  roles: rolesInputSchema,
  /** What stood there when the change was made. */
  seen: roleSchema.array(),
});
export type ChangeRolesInput = z.infer<typeof changeRolesInputSchema>;

export const changeRolesAnswerSchema = rolesOutcomeSchema.extend({ userId: z.string() });
export type ChangeRolesAnswer = z.infer<typeof changeRolesAnswerSchema>;

export const signRoleChangeInputSchema = z.object({
  changeId: z.uuid(),
  verdict: z.enum(["approve", "reject", "withdraw"]),
  note: z.string().trim().max(2000).optional(),
});
export type SignRoleChangeInput = z.infer<typeof signRoleChangeInputSchema>;

export const signRoleChangeAnswerSchema = z.object({
  userId: z.string(),
  changeId: z.string(),
  outcome: z.enum(["in_force", "rejected", "withdrawn"]),
  effectiveAt: z.iso.datetime().nullable(),
});
export type SignRoleChangeAnswer = z.infer<typeof signRoleChangeAnswerSchema>;

export const userStateAnswerSchema = z.object({
  userId: z.string(),
  status: z.enum(["enabled", "disabled"]),
  at: z.iso.datetime(),
  roles: rolesOutcomeSchema.nullable(),
});
export type UserStateAnswer = z.infer<typeof userStateAnswerSchema>;
