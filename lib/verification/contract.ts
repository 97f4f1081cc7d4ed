import { z } from "zod";

export const ANSWERS = ["landed", "absent", "inconclusive"] as const;
export type Answer = (typeof ANSWERS)[number];

/** What an answer led to. */
export const CONSEQUENCES = [
  /** It landed: recorded, whatever the state of the action was by then. */
  "settled",
  /** It did not happen: given back for one more attempt. */
  "released",
  /** A person decides. */
  "asked",
  "try_again",
  /** Absent, but asked before the provider could be expected to know. */
  "too_early",
  /** Absent, but a person was already deciding: kept as evidence. */
  "review_open",
  /** The action had changed meanwhile: nothing followed. */
  "overtaken",
] as const;
export type Consequence = (typeof CONSEQUENCES)[number];

const PAYLOAD_PREFIX = "payload.";
export const ACTION_FIELDS = ["key", "runId", "step", "kind", "target", "attempt"] as const;
export type ActionField = (typeof ACTION_FIELDS)[number];
const isActionField = (name: string): name is ActionField => (ACTION_FIELDS as readonly string[]).includes(name);

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const pointer = z.string().regex(POINTER, 'must be a JSON pointer, like "/data/0/id"');

export type TemplatePart = { text: string } | { field: ActionField } | { payloadPointer: string };

/** Splits `a/{key}` into its parts; `{{` and `}}` stand for the braces themselves. Says what is wrong with it instead. */
export function readTemplate(template: string): { parts: TemplatePart[] } | { problem: string } {
  const parts: TemplatePart[] = [];
  for (const [token] of template.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (token === "{" || token === "}") return { problem: `holds a single ${token}; write ${token}${token} for one` };
    if (token === "{{" || token === "}}") parts.push({ text: token.charAt(0) });
    else if (!token.startsWith("{")) parts.push({ text: token });
    else {
      const part = readField(token.slice(1, -1));
      if ("problem" in part) return part;
      parts.push(part);
    }
  }
  return { parts };
}

function readField(name: string): TemplatePart | { problem: string } {
  if (isActionField(name)) return { field: name };
  if (!name.startsWith(PAYLOAD_PREFIX)) {
    return { problem: `names an unknown field, {${name}}; known are ${ACTION_FIELDS.join(", ")} and payload./…` };
  }
  const path = name.slice(PAYLOAD_PREFIX.length);
  if (path.startsWith("/") && POINTER.test(path)) return { payloadPointer: path };
  return { problem: `names an unknown field, {${name}}; into the payload leads a JSON pointer, like {payload./to}` };
}

const isGiven = (value: unknown): boolean => value !== undefined;

const condition = z
  .strictObject({
    pointer,
    equals: z.union([z.string(), z.number(), z.boolean()]).optional(),
    /** Null counts as missing. */
    exists: z.boolean().optional(),
    /** A list or an object with nothing in it. */
    empty: z.literal(true).optional(),
    /** The action's own key: proof that it is this action, and not one like it. */
    matches: z.literal("key").optional(),
  })
  .refine(({ equals, exists, empty, matches }) => [equals, exists, empty, matches].filter(isGiven).length === 1, {
    error: "must have exactly one of equals, exists, empty, matches",
  });
export type Condition = z.infer<typeof condition>;

/** Anything else says nothing of the effect: an error of theirs, a redirect, no permission to ask, too many questions. */
const CLEAR_STATUS = [[200, 299] as const, [400, 499] as const];
const UNCLEAR_STATUS = [401, 402, 403, 405, 407, 408, 421, 425, 426, 428, 429, 431, 451];
const status = z
  .number()
  .int()
  .refine((one) => CLEAR_STATUS.some(([from, to]) => one >= from && one <= to) && !UNCLEAR_STATUS.includes(one), {
    error: "must be a status that says something about the effect: 2xx, or a 4xx like 404 that is no refusal to answer",
  });
const evidenceOf = { status: z.array(status).min(1, "must name at least one status"), match: z.array(condition) };
const landed = z.strictObject({
  ...evidenceOf,
  match: evidenceOf.match.default([]),
  /** What of the answer becomes the action's result. */
  result: pointer.optional(),
});
const absent = z.strictObject({ ...evidenceOf, match: evidenceOf.match.default([]) });
export type Proof = z.infer<typeof absent>;

const WEEK_SECONDS = 7 * 86_400;
const timing = {
  /** How long after the last doubtful attempt's deadline the provider may still bring it to light. */
  quietSeconds: z.number().int().nonnegative().max(WEEK_SECONDS).default(60),
  /** After so many answers that say nothing, a person decides. */
  tries: z.number().int().min(1).max(20).default(5),
  /** A pass of the reaper is short, so an answer must be quick. */
  timeoutMs: z.number().int().min(100).max(10_000).default(5000),
};

const OWN_HEADERS = /^(?:host|content-length|transfer-encoding|connection|expect|upgrade|te|trailer|keep-alive)$/i;
const SECRET_HEADERS = /auth|cookie|key|token|secret|password|signature/i;
/** The prefix keeps a policy from sending this server's other secrets anywhere. */
const SECRET_REFERENCE = /\$\{env:(NOTWICE_SECRET_[A-Z0-9_]+)\}/g;
const headers = z.record(z.string(), z.string().max(2000)).superRefine((given, context) => {
  for (const [name, value] of Object.entries(given)) {
    const message = headerProblem(name, value);
    if (message !== null) context.addIssue({ code: "custom", path: [name], message });
  }
});

function headerProblem(name: string, value: string): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "is no name of a header";
  if (OWN_HEADERS.test(name)) return "is set by the request itself";
  const rest = value.replaceAll(SECRET_REFERENCE, "");
  if (/[^\t\x20-\x7e]/.test(rest)) return "may hold printable ASCII only";
  if (rest.includes("${")) return "may refer to secrets only as ${env:NOTWICE_SECRET_…}";
  if (SECRET_HEADERS.test(name) && rest === value) return "holds a secret: refer to it as ${env:NOTWICE_SECRET_…}";
  return null;
}

/** Fills in the references; what they stand for comes from the caller. */
export function fillSecrets(value: string, secretOf: (name: string) => string): string {
  return value.replaceAll(SECRET_REFERENCE, (_, name: string) => secretOf(name));
}

const httpRule = z
  .strictObject({
    by: z.literal("http").optional(),
    url: z.string().max(2000),
    method: z.enum(["GET", "POST"]).default("GET"),
    headers: headers.default({}),
    /** Sent as JSON; its strings are templates. */
    body: z.json().optional(),
    landed,
    absent,
    ...timing,
  })
  .superRefine((rule, context) => {
    const issues = [...requestIssues(rule), ...proofIssues(rule)];
    for (const { path, message } of issues) context.addIssue({ code: "custom", path: [path], message });
  });
export type HttpRule = z.infer<typeof httpRule>;

/** Answered by a function of this installation, registered for the kind. */
const codeRule = z.strictObject({ by: z.literal("code"), ...timing });

/** How to ask the provider whether an effect happened. */
export const verifyRuleSchema = z.discriminatedUnion("by", [httpRule, codeRule]);
export type VerifyRule = z.infer<typeof verifyRuleSchema>;

type Issue = { path: string; message: string };
export type Json = z.infer<ReturnType<typeof z.json>>;

/** Every string that is a template, with where it stands. */
export function templatesOf(rule: Pick<HttpRule, "url" | "body">): { path: string; template: string }[] {
  const bodies = rule.body === undefined ? [] : stringsIn(rule.body);
  return [{ path: "url", template: rule.url }, ...bodies.map((template) => ({ path: "body", template }))];
}

function stringsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const ORIGIN = /^https?:\/\/[^/?#{}\\@\s]+(?=[/?]|$)/i;

function requestIssues(rule: Pick<HttpRule, "url" | "body" | "method">): Issue[] {
  const issues: Issue[] = [];
  let names = 0;
  for (const { path, template } of templatesOf(rule)) {
    const read = readTemplate(template);
    if ("problem" in read) issues.push({ path, message: read.problem });
    else names += read.parts.filter((part) => !("text" in part) && !("field" in part && part.field === "kind")).length;
  }
  if (!ORIGIN.test(rule.url)) issues.push({ path: "url", message: "must begin with https:// and a host of its own" });
  if (/[#\s\\]/.test(rule.url)) issues.push({ path: "url", message: "may hold no #, no backslash and no white space" });
  if (rule.body !== undefined && rule.method !== "POST")
    issues.push({ path: "body", message: "is sent with POST only" });
  if (issues.length === 0 && names === 0) {
    issues.push({ path: "url", message: "asks the same for every action: name a field, like {key}" });
  }
  return issues;
}

function proofIssues({ landed, absent }: { landed: Proof; absent: Proof }): Issue[] {
  const issues: Issue[] = [];
  for (const [path, { match }] of Object.entries({ landed, absent })) {
    const never = match.some((one, at) => match.slice(at + 1).some((other) => contradict(one, other)));
    if (never) issues.push({ path, message: "can never match: two of its conditions exclude each other" });
  }
  const shared = landed.status.find((one) => absent.status.includes(one));
  const apart = landed.match.some((one) => absent.match.some((other) => contradict(one, other)));
  if (shared !== undefined && !apart) {
    issues.push({ path: "absent", message: `overlaps with landed: an answer with status ${shared} can be both` });
  }
  return issues;
}

/** Whether no answer can meet both. What is certain only; a doubt is none. */
function contradict(one: Condition, other: Condition): boolean {
  if (one.pointer !== other.pointer) return isAbove(one, other) || isAbove(other, one);
  if (one.exists === false || other.exists === false) return demands(one) || demands(other);
  if (one.empty || other.empty) return isScalar(one) || isScalar(other);
  if (one.equals !== undefined && other.equals !== undefined) return one.equals !== other.equals;
  const equals = one.equals ?? other.equals;
  return (one.matches ?? other.matches) !== undefined && equals !== undefined && typeof equals !== "string";
}

/** What is missing, empty or a plain value has nothing below it. */
function isAbove(upper: Condition, lower: Condition): boolean {
  const barren = upper.exists === false || upper.empty === true || isScalar(upper);
  return barren && lower.pointer.startsWith(`${upper.pointer}/`) && demands(lower);
}

const demands = (one: Condition): boolean => one.exists !== false;
const isScalar = (one: Condition): boolean => one.equals !== undefined || one.matches !== undefined;

/** One question to the provider and what came of it, for the desk. */
export const verificationSchema = z.object({
  attempt: z.number(),
  /** By the database's clock, before the question left. */
  askedAt: z.iso.datetime(),
  /** Null: whoever asked was stopped before the answer came. */
  answeredAt: z.iso.datetime().nullable(),
  answer: z.enum(ANSWERS).nullable(),
  consequence: z.enum(CONSEQUENCES).nullable(),
  evidence: z.object({
    status: z.number().optional(),
    /** Which conditions the answer met. */
    matched: z.array(z.string()).optional(),
    /** The beginning of the answer, at most 1 kB, without secrets. */
    excerpt: z.string().optional(),
    /** Why it says nothing. */
    problem: z.string().optional(),
  }),
});
export type VerificationView = z.infer<typeof verificationSchema>;
export type Evidence = VerificationView["evidence"];
