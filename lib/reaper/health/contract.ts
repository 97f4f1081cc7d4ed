import { z } from "zod";
import { kindCountsSchema, lastPassSchema, passCountsSchema, STOP_REASONS } from "../contract.ts";

const count = z.number().int().nonnegative();

export const passSchema = z.object({
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  /** Null: it runs, or it was killed. */
  finishedAt: z.iso.datetime().nullable(),
  tookMs: z.number().nullable(),
  /** A person's name, or what runs it: scheduler, cron, script. */
  startedBy: z.string(),
  stoppedBy: z.enum(STOP_REASONS).nullable(),
  error: z.string().nullable(),
  counts: passCountsSchema,
});
export type Pass = z.infer<typeof passSchema>;

/** Newest first. */
export const passListSchema = z.object({ items: z.array(passSchema), last: lastPassSchema, at: z.iso.datetime() });
export type PassList = z.infer<typeof passListSchema>;

export const kindHealthSchema = z.object({
  kind: z.string(),
  hasPolicy: z.boolean(),
  staleNow: count,
  /** When the one that has waited longest became stale. */
  oldestStaleAt: z.iso.datetime().nullable(),
  /** What the passes of the last hour did with it. */
  lastHour: kindCountsSchema,
});
export type KindHealth = z.infer<typeof kindHealthSchema>;

export const skippedSchema = z.object({
  shortKey: z.string(),
  kind: z.string(),
  runId: z.string(),
  reason: z.string(),
  nextLookAt: z.iso.datetime(),
});
export type Skipped = z.infer<typeof skippedSchema>;

export const givenUpNudgeSchema = z.object({
  id: z.uuid(),
  shortKey: z.string(),
  kind: z.string(),
  runId: z.string(),
  tries: count,
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Its action is still released, and nobody was told. */
  stillWaits: z.boolean(),
});

export const incidentSchema = z.object({
  /** `step_taken`: a run came back with another action for a step that has one. */
  what: z.enum(["step_taken", "duplicate_suspected", "duplicate_confirmed"]),
  shortKey: z.string(),
  kind: z.string(),
  runId: z.string(),
  at: z.iso.datetime().nullable(),
});
export type Incident = z.infer<typeof incidentSchema>;

export const reaperHealthSchema = z.object({
  /** Those with something stale first. */
  kinds: z.array(kindHealthSchema),
  /** Looked at, and put off; the soonest first. */
  skipped: z.object({ items: z.array(skippedSchema), total: count }),
  releases: z.object({
    waiting: count,
    oldestAt: z.iso.datetime().nullable(),
    /** Past their time, and not yet taken back. */
    overdue: count,
  }),
  givenUpNudges: z.array(givenUpNudgeSchema),
  /** Of the last 30 days, newest first. */
  incidents: z.array(incidentSchema),
  /** This server's clock against the database's: positive where the database's is ahead. */
  clock: z.object({ offsetMs: z.number(), withinMs: z.number() }),
  at: z.iso.datetime(),
});
export type ReaperHealth = z.infer<typeof reaperHealthSchema>;
