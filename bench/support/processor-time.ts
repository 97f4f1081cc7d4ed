import { readFile } from "node:fs/promises";
import type { Client } from "pg";

export const WORKER_NAME = "bench-worker";
/** Linux counts in hundredths of a second, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

export interface ProcessorTime {
  /** Of this process. */
  ownSeconds: number;
  /** Of the connections that this process has open; not a number where /proc is missing. */
  postgresSeconds: number;
}

/** Used so far: unlike the time that passes, it does not grow because the machine is busy with something else. */
export async function processorTime(client: Client): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> $1`,
    [WORKER_NAME],
  );
  const backends = await Promise.all(rows.map(({ pid }) => backendSeconds(pid)));
  return {
    ownSeconds: (user + system) / 1e6,
    postgresSeconds: backends.reduce((sum, seconds) => sum + seconds, 0),
  };
}

async function backendSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // After the name, which may hold anything, in brackets: state is the first, user and system time 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
