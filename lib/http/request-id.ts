import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";
const ACCEPTED_ID = /^[\w.:-]{1,64}$/;

export function requestIdOf(headers: Headers): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && ACCEPTED_ID.test(given) ? given : randomUUID();
}
