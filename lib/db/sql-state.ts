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
