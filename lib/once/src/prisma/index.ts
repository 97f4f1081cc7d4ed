import type { ActionLogDb, Statement } from "../types.ts";

/** What the adapter needs of a Prisma client (7 or newer, with a Postgres driver adapter). */
export interface PrismaLike {
  $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T>;
  $connect(): Promise<void>;
}

/**
 * The action log over a Prisma client. It has no connection of its own to listen on, so `work()` polls.
 * @throws TypeError for the client of an interactive transaction: its claim would commit with the caller's.
 *
 * @example openActionLog({ db: prismaDb(prisma) })
 */
export function prismaDb(prisma: PrismaLike): ActionLogDb {
  // What a transaction hands out cannot connect; everything else of it looks like the client.
  if (typeof prisma?.$queryRawUnsafe !== "function" || typeof prisma.$connect !== "function") {
    throw new TypeError("prisma: must be the client itself, never that of a transaction");
  }
  return {
    adapter: "prisma",
    async query({ text, values }: Statement) {
      try {
        return await prisma.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
      } catch (error) {
        throw withSqlState(error);
      }
    },
  };
}

/** Prisma hides the server's code in its own error; the library decides by it. */
function withSqlState(error: unknown): unknown {
  const sqlState = readPath(error, ["meta", "driverAdapterError", "cause", "originalCode"]);
  if (typeof sqlState !== "string") return error;
  return Object.assign(new Error(error instanceof Error ? error.message.trim() : sqlState, { cause: error }), {
    code: sqlState,
  });
}

function readPath(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}
