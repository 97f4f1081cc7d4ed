import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

export interface DemoFiles {
  /** One line of JSON per message the sink accepted. */
  mailbox: string;
  /** Where the sink listens: `{ "port": …, "pid": … }`. */
  sinkAddress: string;
  /** The agent's job list, one event per line. */
  jobs: string;
  /** What was posted to the team's channel, one line of JSON per post. */
  channel: string;
}

/** The demo's files, all in one folder of the data directory. */
export function demoFiles(dataDir = process.env["NOTWICE_DATA_DIR"] ?? ".notwice"): DemoFiles {
  const folder = join(resolve(dataDir), "demo");
  mkdirSync(folder, { recursive: true });
  return {
    mailbox: join(folder, "mailbox.jsonl"),
    sinkAddress: join(folder, "sink.json"),
    jobs: join(folder, "jobs.jsonl"),
    channel: join(folder, "channel.jsonl"),
  };
}
