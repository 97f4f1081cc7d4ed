import type { ActionLogDb, Statement } from "../types.ts";

/** What a pooler in transaction mode answers to a statement prepared on another connection. */
const PREPARED_ELSEWHERE = new Set(["26000", "42P05"]);

/** What of a `pg` Pool is used. */
export interface PgPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly options: { readonly max: number };
  on(event: "error", listener: () => void): unknown;
  listenerCount(event: "error"): number;
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rows: Record<string, unknown>[] }>;
  connect(): Promise<PgConnection>;
}

interface PgConnection {
  on(event: "notification" | "error", listener: () => void): unknown;
  query(text: string): Promise<unknown>;
  escapeIdentifier(name: string): string;
  release(destroy: boolean): void;
}

/** True: prepare by name; false: never; "auto": by name until a pooler refuses. */
export type Prepare = boolean | "auto";

/** Connections that listen, by their pool: they are not given back. */
const listening = new WeakMap<PgPool, number>();

/** The `pg` Pool as the library uses it. Every statement commits by itself: a claim is never inside a transaction. */
export function pgDb(pool: PgPool, prepare: Prepare = "auto"): ActionLogDb {
  let named = prepare !== false;
  // The pool drops an idle connection that broke by itself; unheard, its event would end the process in the middle
  // of an effect whenever Postgres restarts.
  if (pool.listenerCount("error") === 0) pool.on("error", () => {});

  async function query({ name, text, values }: Statement): Promise<Record<string, unknown>[]> {
    try {
      const { rows } = await pool.query(named ? { name, text, values } : { text, values });
      return rows;
    } catch (error) {
      // Such a statement was refused before it ran, so that it may be sent again.
      if (prepare !== "auto" || !named || !PREPARED_ELSEWHERE.has(errorCode(error))) throw error;
      named = false;
      const { rows } = await pool.query({ text, values });
      return rows;
    }
  }

  async function listen(channel: string, on: { notified(): void; ended(): void }): Promise<() => void> {
    const others = listening.get(pool) ?? 0;
    // The last connection is left to the statements: without a listener work() polls, without them all stands still.
    if (others + 1 >= pool.options.max) return () => {};
    listening.set(pool, others + 1);
    let client: PgConnection | undefined;
    let open = true;
    const close = () => {
      if (!open) return;
      open = false;
      listening.set(pool, (listening.get(pool) ?? 1) - 1);
      // Destroyed, not returned to the pool: it would go on listening for its next user.
      client?.release(true);
    };
    try {
      client = await pool.connect();
      client.on("notification", () => on.notified());
      client.on("error", () => {
        if (open) on.ended();
        close();
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return close;
    } catch (error) {
      close();
      throw error;
    }
  }

  return { adapter: "pg", query, listen };
}

export function isPgPool(db: object): db is PgPool {
  return "query" in db && "connect" in db && "totalCount" in db && "idleCount" in db;
}

export function errorCode(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
