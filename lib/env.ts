import { resolve } from "node:path";
import { z } from "zod";

const DEFAULT_PORT = 3000;
const LOG_LEVELS = ["debug", "info", "warn", "error", "fatal", "silent"] as const;
const DEFAULT_LOG_LEVEL = "info";

const MAIL_SERVER_EXAMPLE = "smtp://user:password@mail.example.com:587";
const MAIL_FROM_EXAMPLE = "Notwice <notwice@example.com>";

const fields = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address, like postgres://user:password@host:5432/database")
    .optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number between 1 and 65535")
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, "must be a port number between 1 and 65535")
    .default(DEFAULT_PORT),
  CRON_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Where to listen for changes, if DATABASE_URL leads to a pooler in transaction mode: the server itself. */
  NOTWICE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address of the server itself, not of a pooler")
    .optional(),
  NOTWICE_DATA_DIR: z.string().default(".notwice"),
  NOTWICE_DEMO: z.enum(["on", "off"], "must be on or off").optional(),
  NOTWICE_ENV: z.string().max(40, "must have at most 40 characters").optional(),
  NOTWICE_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default(DEFAULT_LOG_LEVEL),
  /** How many proxies of one's own a request passes, each of which adds to `x-forwarded-for` whom it saw. */
  NOTWICE_TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, "must be the number of your own proxies in front of the desk, 0 to 9")
    .transform(Number)
    .default(0),
  NOTWICE_SCHEDULER: z.enum(["on", "off"], "must be on or off").default("on"),
  /** Hosts of a private network that policies may name all the same: `host` or `host:port`, separated by commas. */
  NOTWICE_PRIVATE_HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((host) => host.trim().toLowerCase() || [])),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be the issuer's https:// address" })
    .refine(travelsSafely, "must be an https:// address: http:// is for this machine only")
    .transform((url) => url.replace(/\/$/, ""))
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, "must have at most 40 characters").default("single sign-on"),
  OIDC_SCOPES: z
    .string()
    .default("openid profile email")
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .refine((scopes) => scopes.includes("openid"), "must contain openid"),
  /** A name, or a path like `realm_access.roles`; without it, roles are given on the desk and only who is invited gets in. */
  OIDC_ROLES_CLAIM: z
    .string()
    .regex(/^[^.\s]+(\.[^.\s]+)*$/, "must be the name of a claim, or a path like a.b")
    .optional(),
  OIDC_OPERATORS: wordList("operator"),
  OIDC_APPROVERS: wordList("approver"),
  OIDC_ADMINS: wordList("admin"),
  /** `smtp://user:password@host:587`; `smtps://` is TLS from the first byte. */
  SMTP_URL: z
    .string()
    .transform((url, context) => {
      const server = readMailServer(url);
      if (server === null) context.addIssue(`must be an smtp:// or smtps:// address, like ${MAIL_SERVER_EXAMPLE}`);
      return server ?? z.NEVER;
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u, `must be like ${MAIL_FROM_EXAMPLE}`)
    .optional(),
};

const OIDC_TOGETHER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** Words of the claim that stand for one role, separated by commas. */
function wordList(word: string) {
  return z
    .string()
    .default(word)
    .transform((list) => list.split(",").flatMap((one) => one.trim() || []));
}

function travelsSafely(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** What a policy may refer to: else whoever edits one could have any secret of this process sent to a server of theirs. */
export const SECRET_NAME = /^NOTWICE_SECRET_[A-Z0-9_]+$/;

const schema = z
  .object(fields)
  .superRefine(requireWholeProvider)
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    message: "must be set where SMTP_URL is",
  })
  .transform((parsed) => ({
    ...parsed,
    BASE_URL: parsed.BASE_URL ?? `http://localhost:${parsed.PORT}`,
    NOTWICE_DATA_DIR: resolve(parsed.NOTWICE_DATA_DIR),
  }));

function requireWholeProvider(
  given: Partial<Record<(typeof OIDC_TOGETHER)[number] | "OIDC_ROLES_CLAIM", string | undefined>>,
  context: z.RefinementCtx,
): void {
  const names = [...OIDC_TOGETHER, "OIDC_ROLES_CLAIM"] as const;
  if (names.every((name) => given[name] === undefined)) return;
  for (const name of OIDC_TOGETHER) {
    if (given[name] !== undefined) continue;
    const others = OIDC_TOGETHER.filter((other) => other !== name).join(" and ");
    context.addIssue({ code: "custom", path: [name], message: `is not set: it belongs to ${others}` });
  }
}

export type Env = z.output<typeof schema>;

const BAD_ESCAPE = /%(?![0-9a-f]{2})/i;
const SUBMISSION_PORT = 587;
const SUBMISSION_TLS_PORT = 465;

type MailServer = {
  host: string;
  port: number;
  secure: boolean;
  requireTls: boolean;
  auth?: { user: string; pass: string };
};

/** A password never goes over a line that anybody may read: with one, STARTTLS is required. */
function readMailServer(text: string): MailServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === "" || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname))
    return null;
  if (BAD_ESCAPE.test(url.username + url.password)) return null;
  const secure = url.protocol === "smtps:";
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? SUBMISSION_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    secure,
    requireTls: !secure && user !== "",
    ...(user !== "" && { auth: { user, pass } }),
  };
}

/** Read when needed, never at import: `next build` runs without any of it. */
export function env(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.keys(fields).flatMap((name) => (source[name] ? [[name, source[name]]] : [])));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  throw new Error(sentences.join(" "));
}

/** What every page and every dialog that sends calls the place it acts on. */
export function environmentName(): string {
  const { NOTWICE_ENV, NOTWICE_DEMO } = env();
  return NOTWICE_ENV ?? (NOTWICE_DEMO === "on" ? "Demo" : "Unnamed environment");
}

/** For the log, which is there before anything is checked: a word that is none of these is refused by `env()`. */
export function logLevel(source: NodeJS.ProcessEnv = process.env): string {
  const given = source["NOTWICE_LOG_LEVEL"];
  return LOG_LEVELS.find((level) => level === given) ?? DEFAULT_LOG_LEVEL;
}

export function requiredEnv<Name extends keyof Env>(
  name: Name,
  source: NodeJS.ProcessEnv = process.env,
): NonNullable<Env[Name]> {
  const value = env(source)[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

/** A secret that a policy refers to by the name of its variable. */
export function secretFromEnv(name: string, source: NodeJS.ProcessEnv = process.env): string {
  if (!SECRET_NAME.test(name)) throw new Error(`${name} cannot be used: its name must begin with NOTWICE_SECRET_.`);
  const secret = source[name];
  if (!secret) throw new Error(`${name} is not set.`);
  return secret;
}
