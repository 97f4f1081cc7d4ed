import pg from "pg";
import { env, requiredEnv } from "../env.ts";

const CONNECT_TIMEOUT_MS = 10_000;

export type Listener = {
  notified: (payload: string) => void;
  /** The connection is gone, and nothing more will be heard on it. Called once, and not after `close`. */
  ended: (error: unknown) => void;
};

/**
 * Hears a channel on a connection of its own, outside the pool. It must lead to the server itself: a pooler in
 * transaction mode takes the statement and delivers nothing.
 */
export async function listen(channel: string, on: Listener): Promise<() => void> {
  const connectionString = env().NOTWICE_LISTEN_URL ?? requiredEnv("DATABASE_URL");
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "notwice listener",
    keepAlive: true,
  });
  let isOpen = true;
  const close = () => {
    isOpen = false;
    client.end().catch(() => undefined);
  };
  const end = (error: unknown) => {
    if (!isOpen) return;
    close();
    on.ended(error);
  };
  client.on("error", end);
  client.on("end", () => end(new Error("The connection that listens was closed.")));
  client.on("notification", ({ payload }) => isOpen && on.notified(payload ?? ""));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
