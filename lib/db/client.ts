import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { requiredEnv } from "../env.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";

declare const IN_TRANSACTION: unique symbol;

/** Either the whole client or a transaction of it: for reads, and for writes that stand alone. */
export type Db = Prisma.TransactionClient;
/** Only `transaction` makes one: for what must commit together with something else. */
export type Tx = Db & { readonly [IN_TRANSACTION]: true };
export type Database = PrismaClient;

/** Enough for the requests of one process, few enough for many processes at one server. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

export function createPrisma(url: string): Database {
  const adapter = new PrismaPg({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its type does not say so
    onConnect: useUtc,
  });
  return new PrismaClient({ adapter });
}

/** Kept outside this module, because a bundler may load it more than once and each copy would open a pool. */
const store: typeof globalThis & { notwiceDatabase?: Database | undefined } = globalThis;

/** The database of this process, at DATABASE_URL; connected when first used. */
export function prisma(): Database {
  store.notwiceDatabase ??= createPrisma(requiredEnv("DATABASE_URL"));
  return store.notwiceDatabase;
}

export async function disconnect(): Promise<void> {
  const open = store.notwiceDatabase;
  store.notwiceDatabase = undefined;
  await open?.$disconnect();
}

/** A process that was stopped inside a transaction must not keep everybody from its rows. */
const IDLE_IN_TRANSACTION_LIMIT = "60s";

/** The driver adapter writes and reads times without their offset, so any other zone would shift every one of them. */
async function useUtc(client: pg.ClientBase): Promise<void> {
  await client.query(`set time zone 'UTC'; set idle_in_transaction_session_timeout = '${IDLE_IN_TRANSACTION_LIMIT}'`);
}
