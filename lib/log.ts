import { type DestinationStream, type Logger, pino } from "pino";
import { currentContext } from "./context.ts";
import { logLevel } from "./env.ts";

const SECRET_FIELDS = ["authorization", "cookie", "password", "secret", "token", "databaseUrl", "payload", "target"];

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
const CENSOR = "[redacted]";
const MAX_CAUSES = 4;
/** P2010, 23514, ECONNREFUSED: a word of a closed list, never a value. */
const CODE_WORD = /^[A-Z0-9_]{3,40}$/;
/** By the classes that Postgres knows: P2010 is Prisma's, EPIPE is node's. */
const SQL_STATE = /^(?:\d\d|F0|HV|P0|XX)[0-9A-Z]{3}$/;
const FRAME = /^\s+at /;

export function createLogger(destination?: DestinationStream, level = destination ? "info" : logLevel()): Logger {
  const options = {
    level,
    base: { app: "notwice" },
    redact: { paths: REDACTED_PATHS, censor: CENSOR },
    serializers: { err: describeError },
    hooks: { logMethod: logWithText },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: contextFields,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function contextFields(): Record<string, string> {
  const context = currentContext();
  if (context === undefined) return {};
  return {
    requestId: context.requestId,
    via: context.via,
    ...(context.actor && { actorId: context.actor.id }),
  };
}

/** Without a text of its own, a line would quote the error's message as it is. */
function logWithText(this: Logger, parts: Parameters<pino.LogFn>, write: pino.LogFn): void {
  const [first, text] = parts;
  const error: unknown = first instanceof Error ? first : field(first, "err");
  if (text !== undefined || !(error instanceof Error)) return write.apply(this, parts);
  write.call(this, field(first, "err") === error ? first : { err: error }, withoutValues(error.message, error));
}

type DescribedError = {
  name: string;
  message: string;
  code?: string;
  /** What Postgres said, whoever wrapped it. */
  sqlState?: string;
  stack?: string;
  cause?: DescribedError;
  errors?: DescribedError[];
};

/**
 * What may be written of an error: nothing it carries besides these. Postgres puts the whole refused row, target and
 * payload, into the `detail` of a violated check.
 */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: typeof error === "string" ? error : CENSOR };
  const code = field(error, "code");
  const sqlState = stateOf(error);
  const described = {
    name: error.name,
    message: withoutValues(error.message, error),
    ...(isCodeWord(code) && { code }),
    ...(sqlState !== undefined && { sqlState }),
    ...(depth === 0 && { stack: framesOf(error) }),
  };
  if (depth >= MAX_CAUSES) return described;
  return {
    ...described,
    ...(error.cause instanceof Error && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.slice(0, MAX_CAUSES).map((one) => describeError(one, depth + 1)),
    }),
  };
}

/** The places only: a stack begins with its error's message. */
function framesOf({ stack = "", message }: Error): string {
  const frames = stack.replace(message, "").split("\n");
  return frames.filter((line) => FRAME.test(line)).join("\n");
}

/** The error and what it wraps, however deep: plain objects, so that no library is asked. */
function wrappedIn(error: unknown, depth = 0): unknown[] {
  if (typeof error !== "object" || error === null || depth > MAX_CAUSES) return [];
  const within = [field(error, "cause"), field(field(error, "meta"), "driverAdapterError")];
  return [error, ...within.flatMap((one) => wrappedIn(one, depth + 1))];
}

function stateOf(error: unknown): string | undefined {
  const codes = wrappedIn(error).flatMap((said) => [field(said, "originalCode"), field(said, "code")]);
  return codes.find((code): code is string => typeof code === "string" && SQL_STATE.test(code));
}

/**
 * Wrappers repeat the detail in their message, data exceptions (class 22) quote the value they refuse, and Prisma the
 * arguments of a call it does not understand, before its last paragraph.
 */
function withoutValues(message: string, error: Error): string {
  const text = error.name === "PrismaClientValidationError" ? (message.split("\n\n").at(-1) ?? "") : message;
  const details = wrappedIn(error).flatMap((said) => [
    field(said, "detail"),
    field(said, "hint"),
    field(said, "where"),
  ]);
  const known = details.filter((detail): detail is string => typeof detail === "string" && detail !== "");
  const cut = known
    .reduce((left, detail) => left.replaceAll(detail, CENSOR), text)
    .replaceAll(/Failing row contains \([\s\S]*\)/g, `Failing row contains ${CENSOR}`)
    .replaceAll(/Key \((.*?)\)=\([\s\S]*?\)(?= |\.|$)/g, `Key ($1)=${CENSOR}`);
  return stateOf(error)?.startsWith("22") ? cut.replace(/"[\s\S]*"/, CENSOR) : cut;
}

function isCodeWord(code: unknown): code is string {
  return typeof code === "string" && CODE_WORD.test(code);
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export const log = createLogger();

/** For what must stand outside the database: a quieter log is about the noise, not about this. */
export function keptWhateverTheLevel(logger: Logger): Logger {
  return logger.child({}, { level: "info" });
}

export const keptLog = keptWhateverTheLevel(log);
