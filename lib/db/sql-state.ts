import { z } from "zod";

const reported = z.object({ originalCode: z.string() });
/** Prisma wraps what Postgres said in one way while a query runs, and in another when a commit fails. */
const wrapped = z.union([
  z
    .object({ meta: z.object({ driverAdapterError: z.object({ cause: reported }) }) })
    .transform(({ meta }) => meta.driverAdapterError),
  z.object({ cause: reported }),
  z.object({ code: z.string(), severity: z.string() }).transform(({ code }) => ({ cause: { originalCode: code } })),
]);

/** The five characters by which Postgres names an error, whether it comes through Prisma or from the driver. */
export function sqlState(error: unknown): string | undefined {
  return wrapped.safeParse(error).data?.cause.originalCode;
}

/** Data, constraints, and what a trigger or a function raises itself. */
const REFUSALS = ["22", "23", "44", "P0"];

/** Whether the database refused what was to be written, so that trying again is no use. */
export function isRefusal(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && REFUSALS.includes(state.slice(0, 2));
}

const CONFLICTS = ["40001", "40P01"];

/** A deadlock or a serialisation failure: nothing is wrong, and trying again helps. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && CONFLICTS.includes(state);
}

const MAX_CAUSES = 6;
const words = (text: string) => new Set(text.split(" "));

/** Postgres is shutting down, crashed, is starting, or has too many connections. */
const STATES = words("57P01 57P02 57P03 53300");
/** Of node and of Prisma. */
const CODES = words("ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND EPIPE P1001 P1002 P1008 P1017 P2024");
/** The adapter's own words, where Postgres said nothing. */
const KINDS = words("DatabaseNotReachable ConnectionClosed SocketTimeout TlsConnectionError TooManyConnections");

const coded = z.object({ code: z.string() });
const kinded = z.object({ cause: z.object({ kind: z.string() }) });
/** While a query runs, and when a commit fails. */
const adapterError = z.union([
  z.object({ meta: z.object({ driverAdapterError: kinded }) }).transform(({ meta }) => meta.driverAdapterError),
  kinded,
]);

/** Whether the database did not answer, as opposed to having answered with a refusal. */
export function isUnreachable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    if (saysSo(current)) return true;
    current = current.cause;
  }
  return false;
}

function saysSo(error: Error): boolean {
  const code = coded.safeParse(error).data?.code ?? "";
  const kind = adapterError.safeParse(error).data?.cause.kind ?? "";
  return STATES.has(sqlState(error) ?? "") || CODES.has(code) || KINDS.has(kind);
}
