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

export const VIAS = ["screen", "api", "link", "machine"] as const;

/** One row of the log as the desk, the API and the export show it. */
export const auditEventSchema = z.object({
  /** All its digits. */
  id: z.string(),
  /** With the six decimals that it was written with. */
  at: z.string(),
  actor: z.object({ type: actorTypeSchema, id: z.string(), name: z.string() }),
  /** At the time; null where none was recorded. */
  roles: z.array(z.string()).nullable(),
  via: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  /** The case it belongs to, if there is a page for it. */
  reviewId: z.string().nullable(),
  reason: z.string().nullable(),
  /** A state or a value before and after, or the names of the fields that changed. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** `detail` as it is stored, with every digit of its numbers. */
  detailText: z.string(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

const MAX_ID_CHARS = 200;
const word = z.string().trim().max(MAX_ID_CHARS);
const given = word.transform((text) => (text === "" ? undefined : text)).optional();
const time = z
  .string()
  .trim()
  .refine((text) => text === "" || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))), {
    message: "must be a time like 2026-12-01 or 2026-12-01T09:00:00Z",
  })
  .transform((text) => (text === "" ? undefined : new Date(text)))
  .optional();

/** An empty field of a form is none. */
export const auditFilterSchema = z.object({
  who: given,
  what: given,
  on: given,
  via: z
    .enum(["", ...VIAS])
    .transform((via) => (via === "" ? undefined : via))
    .optional(),
  since: time,
  until: time,
  /** The beginning of an id: of a subject, an action or a request. */
  text: given,
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const auditQuerySchema = auditFilterSchema.extend({
  /** The id of the last row of the page before. */
  before: z
    .string()
    .regex(/^\d{1,18}$/, "must be the id of a row")
    .optional(),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

export const auditPageSchema = z.object({ events: z.array(auditEventSchema), nextBefore: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export const auditExportSchema = auditFilterSchema.extend({ format: z.enum(EXPORT_FORMATS) });
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
