import { z } from "zod";

export const ACTOR_TYPES = ["person", "worker", "reaper", "system"] as const;
export const actorTypeSchema = z.enum(ACTOR_TYPES);
export type ActorType = z.infer<typeof actorTypeSchema>;

/** One line of a timeline. `detail` holds ids, hashes and field names, never payload or target. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ type: actorTypeSchema, id: z.string(), name: z.string() }),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  detail: z.record(z.string(), z.unknown()),
  via: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
