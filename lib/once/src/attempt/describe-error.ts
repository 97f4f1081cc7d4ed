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
    message: storable(thrown instanceof Error ? thrown.message : String(thrown)),
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

function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().slice(0, MESSAGE_LIMIT);
}
