export { type Database, type Db, disconnect, prisma, type Tx } from "./client.ts";
export { Prisma } from "./generated/client.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export { query, readableTime } from "./query.ts";
export { isConflict, isRefusal, isUnreachable, sqlState } from "./sql-state.ts";
export { transaction } from "./transaction.ts";
