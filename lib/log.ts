import { type DestinationStream, type Logger, pino } from "pino";
import { currentContext } from "./context.ts";

const SECRET_FIELDS = ["authorization", "cookie", "password", "secret", "token", "databaseUrl", "payload", "target"];

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

export function createLogger(destination?: DestinationStream): Logger {
  const options = {
    level: process.env["VITEST"] === undefined || destination !== undefined ? "info" : "silent",
    base: { app: "notwice" },
    redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
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

export const log = createLogger();
