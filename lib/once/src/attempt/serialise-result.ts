import type { StorableResult } from "../sql/succeed.ts";

const RESULT_LIMIT_BYTES = 1_048_576;

/**
 * A result as it can be stored: any JavaScript value, because the effect has happened whatever it returned.
 * What JSON or Postgres cannot carry is left out and says why.
 */
export function serialiseResult(value: unknown): StorableResult {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    return omittedResult(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (json === undefined) return { json: "null", omitted: null };
  const bytes = Buffer.byteLength(json);
  if (bytes > RESULT_LIMIT_BYTES) return omittedResult(`larger than ${RESULT_LIMIT_BYTES} bytes: ${bytes}`);
  return { json, omitted: null };
}

export function omittedResult(reason: string): StorableResult {
  return { json: "null", omitted: reason.replaceAll("\0", "").toWellFormed() };
}
