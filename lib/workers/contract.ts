import { z } from "zod";

const TIMEOUT_LIMIT_MS = 30 * 24 * 3600 * 1000;
const TEXT_LIMIT = 1_000;
const KEY_LIMIT = 255;
const WORKER_LIMIT = 200;
export const MAX_WAIT_SECONDS = 25;
const MAX_RELEASED = 50;
const MAX_KINDS = 50;

const storable = (text: string) => text.isWellFormed() && !text.includes("\0");
const text = z
  .string()
  .min(1, "must not be empty")
  .max(TEXT_LIMIT, `must not be longer than ${TEXT_LIMIT} characters`)
  .refine(storable, "holds a character that cannot be stored");
const word = text.regex(/^\S+$/, "must not hold white space");
const key = word.max(KEY_LIMIT, `must not be longer than ${KEY_LIMIT} characters`);
const uuid = z.guid("must be a UUID").transform((value) => value.toLowerCase());
const milliseconds = z.int().min(1).max(TIMEOUT_LIMIT_MS);

const howSchema = z.strictObject({
  token: uuid.describe(
    "Made by the caller: a new one for each claim, the same only to repeat one whose answer was lost.",
  ),
  worker: word
    .max(WORKER_LIMIT)
    .optional()
    .describe("Which of the token's workers this is. Default: the token's name."),
  timeoutMs: milliseconds.optional().describe("Time for this attempt, bounded by the policy's, which is the default."),
  heartbeatMs: milliseconds
    .optional()
    .describe("How often heartbeats will come. Three missed ones make the attempt stale before its deadline."),
  twoPhase: z.boolean().default(false).describe("The worker marks its point of no return by `begin`."),
});

const INTENT_FIELDS = ["step", "target", "payload"] as const;

export const claimInputSchema = howSchema
  .extend({
    key: key.optional().describe("With an intent: refused unless it is the intent's. Without one: the caller's own."),
    runId: word,
    kind: word,
    step: z.int().min(0).max(2_147_483_647).optional(),
    target: text.refine((value) => value.trim() !== "", "must not be blank").optional(),
    payload: z.unknown().optional().describe("Any JSON value, all that the effect needs; stored in its RFC 8785 form."),
    onStepTaken: z.enum(["refuse", "use-stored"]).default("refuse"),
  })
  .superRefine((given, context) => {
    const missing = INTENT_FIELDS.filter((field) => given[field] === undefined);
    if (missing.length === INTENT_FIELDS.length && given.key !== undefined) return;
    for (const field of missing) {
      const message = "an intent needs step, target and payload; without them a key";
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
export type ClaimInput = z.output<typeof claimInputSchema>;

const heldFields = { key, token: uuid, attempt: z.int().min(1).max(2_147_483_647) };

export const heldInputSchema = z.strictObject(heldFields);
export type HeldInput = z.output<typeof heldInputSchema>;

const reportFields = { ...heldFields, worker: howSchema.shape.worker };

export const succeedInputSchema = z.strictObject({
  ...reportFields,
  result: z.unknown().default(null).describe("Any JSON value; what cannot be stored is left out, never the success."),
});
export type SucceedInput = z.output<typeof succeedInputSchema>;

export const failureSchema = z.enum(["did_not_happen", "may_have_happened"]);

export const failInputSchema = z
  .strictObject({
    ...reportFields,
    failure: failureSchema.describe("`did_not_happen` only with proof; whatever is not proof may have happened."),
    permanent: z.boolean().default(false).describe("With proof: trying again is pointless."),
    phase: z.string().max(TEXT_LIMIT).optional().describe("How far the attempt got, in the worker's own words."),
    error: z
      .strictObject({
        message: z.string(),
        name: z.string().max(TEXT_LIMIT).optional(),
        code: z.string().max(TEXT_LIMIT).optional(),
      })
      .optional(),
  })
  .refine(({ failure, permanent }) => !permanent || failure === "did_not_happen", {
    path: ["permanent"],
    message: "needs the proof that nothing happened (did_not_happen)",
  });
export type FailInput = z.output<typeof failInputSchema>;

export const releasedInputSchema = howSchema.extend({
  kinds: z.array(word).min(1, "name at least one kind").max(MAX_KINDS),
  max: z.int().min(1).max(MAX_RELEASED).default(1).describe("How many to claim at most."),
  waitSeconds: z.int().min(0).max(MAX_WAIT_SECONDS).default(0).describe("How long to wait for the first."),
});
export type ReleasedInput = z.output<typeof releasedInputSchema>;

const claimedFields = {
  key: z.string(),
  attempt: z.int(),
  token: z.string(),
  payload: z.unknown().optional().describe("The stored one, its hash checked. Missing where only a key was stored."),
  payloadHash: z.string().nullable(),
  timeLeftMs: z.int().describe("Until the deadline, when this was answered; count it on a clock of your own."),
};

const succeededSchema = z.object({ outcome: z.literal("succeeded"), result: z.unknown() });

export const claimAnswerSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("claimed"), ...claimedFields }),
  succeededSchema,
]);
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;

export const beginAnswerSchema = z.object({ outcome: z.literal("begun") });
export type BeginAnswer = z.infer<typeof beginAnswerSchema>;

export const heartbeatAnswerSchema = z.object({
  outcome: z.enum(["held", "abort"]).describe("`abort`: an earlier attempt has landed; stop if nothing happened yet."),
});
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;

export const succeedAnswerSchema = succeededSchema;
export type SucceedAnswer = z.infer<typeof succeedAnswerSchema>;

const failedSchema = z.object({
  outcome: z.literal("failed"),
  error: z.literal("ActionFailedError"),
  failure: failureSchema.describe("Of the whole action: proof only if there is proof for every attempt."),
  disposition: z.enum(["retry", "park", "drop"]),
  retryAfter: z.int().describe("Seconds."),
});
export const failAnswerSchema = z.discriminatedUnion("outcome", [failedSchema, succeededSchema]);
export type FailAnswer = z.infer<typeof failAnswerSchema>;

export const releasedAnswerSchema = z.object({
  actions: z.array(z.object({ kind: z.string(), ...claimedFields })),
});
export type ReleasedAnswer = z.infer<typeof releasedAnswerSchema>;
