/** Where a worker of the crash test is killed, in the order in which a send passes them. */
export const POINTS = [
  "before_claim",
  "after_claim",
  "before_begin",
  "after_begin",
  "after_accept",
  "after_record",
] as const;
export type Point = (typeof POINTS)[number];

export interface CrashJob {
  id: number;
  point: Point;
}

/** Everything a worker process is told, by its environment. */
export interface WorkerEnv {
  DATABASE_URL: string;
  SINK_PORT: string;
  /** The jobs, as JSON. */
  JOBS: string;
  /** Appended to before each death, and never by our product: what really happened. */
  DEATHS_FILE: string;
}
