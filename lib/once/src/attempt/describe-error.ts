import { errorCode } from "../db/pg-db.ts";
import { NotExecuted } from "../errors.ts";

const MESSAGE_LIMIT = 2000;

/** What is kept of a thrown value, as JSON text that Postgres can hold. */
export interface DescribedError {
  phase: string | null;
  error: string;
}

export function describeError(thrown: unknown): DescribedError {
  const phase = textField(thrown, "phase");
  const error = {
    name: thrown instanceof Error ? thrown.name : typeof thrown,
    message: storable(messageOf(thrown)),
    ...(errorCode(thrown) && { code: storable(errorCode(thrown)) }),
    ...(phase !== null && { phase }),
    ...(isNotExecuted(thrown) && { permanent: thrown.permanent }),
  };
  return { phase, error: JSON.stringify(error) };
}

/** By name too: an effect may throw the class of another copy of this library. */
export function isNotExecuted(thrown: unknown): thrown is NotExecuted {
  return thrown instanceof NotExecuted || (thrown instanceof Error && thrown.name === "NotExecuted");
}

function textField(thrown: unknown, field: string): string | null {
  if (typeof thrown !== "object" || thrown === null) return null;
  const value: unknown = Reflect.get(thrown, field);
  return typeof value === "string" ? storable(value) : null;
}

/** Whatever was thrown, also what cannot be turned into text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "what was thrown has no text";
  }
}

function storable(text: string): string {
  return text.replaceAll("\0", "").slice(0, MESSAGE_LIMIT).toWellFormed();
}
