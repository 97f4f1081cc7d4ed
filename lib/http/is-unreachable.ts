import { z } from "zod";

const MAX_CAUSES = 6;
const words = (text: string) => new Set(text.split(" "));

/** Of node, of Postgres (shutting down, starting, too many connections) and of Prisma. */
const CODES = words(
  "ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND EPIPE 57P01 57P02 57P03 53300 P1001 P1002 P1008 P1017 P2024",
);
const KINDS = words("DatabaseNotReachable ConnectionClosed SocketTimeout TlsConnectionError TooManyConnections");

const codedError = z.object({ code: z.string() }).transform(({ code }) => CODES.has(code));
const adapterError = z
  .object({ meta: z.object({ driverAdapterError: z.object({ cause: z.looseObject({ kind: z.string() }) }) }) })
  .transform(({ meta: { driverAdapterError } }) => {
    const { kind, originalCode } = driverAdapterError.cause;
    return KINDS.has(kind) || CODES.has(String(originalCode));
  });

/** Whether the database did not answer, as opposed to having answered with a refusal. */
export function isUnreachable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    if ([codedError, adapterError].some((shape) => shape.safeParse(current).data === true)) return true;
    current = current.cause;
  }
  return false;
}
