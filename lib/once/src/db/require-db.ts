import { WrongServerError } from "../errors.ts";
import type { ActionLogDb } from "../types.ts";
import { isPgPool, pgDb, type Prepare } from "./pg-db.ts";

/**
 * The caller's `db` as an adapter. What could be inside a transaction is refused by its shape: a claim that
 * commits with the caller's transaction is invisible until then, and gone if it rolls back after the effect.
 */
export function requireDb(db: unknown, prepare: Prepare): ActionLogDb {
  if (typeof db === "object" && db !== null) {
    if (isPgPool(db)) return pgDb(db, prepare);
    if (isAdapter(db)) return db;
    if ("processID" in db || "connectionParameters" in db) {
      throw new TypeError("db: a pg Client may be inside a transaction; pass the Pool");
    }
    if ("$queryRaw" in db) {
      throw new TypeError("db: wrap the Prisma client by prismaDb(); never a transaction's client");
    }
  }
  if (typeof db === "function" && "savepoint" in db) {
    throw new TypeError("db: a postgres.js transaction cannot hold a claim; pass a pg Pool");
  }
  throw new TypeError("db: must be a pg Pool or an adapter");
}

/** The adapter, which checks its server before the first statement: faults that would make every claim a lie. */
export function checkedDb(db: ActionLogDb): ActionLogDb {
  let checked: Promise<void> | undefined;
  const ready = async (): Promise<void> => {
    checked ??= checkServer(db).catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
  return {
    adapter: db.adapter,
    ...(db.listen !== undefined && { listen: db.listen.bind(db) }),
    async query(statement) {
      await ready();
      return db.query(statement);
    },
  };
}

async function checkServer(db: ActionLogDb): Promise<void> {
  const [row] = await db.query({
    name: "notwice_check_server",
    text: `select current_setting('synchronous_commit') as synchronous_commit,
      current_setting('default_transaction_isolation') as isolation, pg_is_in_recovery() as standby`,
    values: [],
  });
  if (row?.synchronous_commit === "off") {
    throw new WrongServerError(
      "synchronous_commit is off: a crash of the server would forget claims after their effect",
    );
  }
  if (row?.standby === true) throw new WrongServerError("the database is a standby: claims need the primary");
  if (row?.isolation !== "read committed") {
    throw new WrongServerError(`the isolation level is ${String(row?.isolation)}: claims need read committed`);
  }
}

function isAdapter(db: object): db is ActionLogDb {
  return "adapter" in db && typeof db.adapter === "string" && "query" in db && typeof db.query === "function";
}
