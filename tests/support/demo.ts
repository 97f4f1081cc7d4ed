import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReceivedMessage, receivedMessageSchema } from "#lib/demo/index.ts";
import { sinkPort } from "../../examples/outreach-agent/address.ts";
import type { ChaosPoint } from "../../examples/outreach-agent/chaos.ts";
import { type DemoFiles, demoFiles } from "../../examples/outreach-agent/files.ts";
import { type Job, JobList } from "../../examples/outreach-agent/jobs.ts";
import { keepRunning } from "../../examples/outreach-agent/process/keep-running.ts";

/** The demo's real SMTP sink as a child process, in a data folder of its own. */
export interface RunningSink extends AsyncDisposable {
  readonly dataDir: string;
  readonly port: number;
}

export async function startSink(dataDir = newDataDir()): Promise<RunningSink> {
  const stopping = new AbortController();
  const listening = Promise.withResolvers<void>();
  const running = keepRunning({
    ...QUIET,
    script: "sink.ts",
    env: { ...process.env, NOTWICE_DATA_DIR: dataDir },
    signal: stopping.signal,
    onMessage: () => listening.resolve(),
  });
  const dispose = () => stopAndRemove(stopping, running, dataDir);
  await listening.promise;
  return { dataDir, port: sinkPort(demoFiles(dataDir)), [Symbol.asyncDispose]: dispose };
}

/** What the sink accepted, by Message-ID: more than one under an id means that it was received again. */
export function messagesAt(sink: Pick<RunningSink, "dataDir">): Map<string, ReceivedMessage[]> {
  const { mailbox } = demoFiles(sink.dataDir);
  const lines = existsSync(mailbox) ? readFileSync(mailbox, "utf8").split("\n").slice(0, -1) : [];
  const messages = lines.map((line) => receivedMessageSchema.parse(JSON.parse(line)));
  return Map.groupBy(messages, ({ messageId }) => messageId);
}

export interface AgentSetUp {
  databaseUrl: string;
  sink: RunningSink;
  /** How many runs the agent plans, all at once. Run `n` sends its first mail as step 1. */
  runs: number;
  /** Which runs are struck, and where; each once. None by default. */
  chaos?: Partial<Record<ChaosPoint, readonly number[]>>;
}

/** The demo's real agent as a child process that is started again whenever it dies. */
export interface RunningAgent extends AsyncDisposable {
  /** Its job list as it stands on disk. */
  jobs(): Job[];
  /** How often it was killed by SIGKILL. */
  deaths(): number;
  /** Stops it for good and keeps its files; a stopped agent can be looked at. */
  stop(): Promise<void>;
}

export function startAgent({ databaseUrl, sink, runs, chaos = {} }: AgentSetUp): RunningAgent {
  const dataDir = newDataDir();
  const files = demoFiles(dataDir);
  copyFileSync(demoFiles(sink.dataDir).sinkAddress, files.sinkAddress);
  const stopping = new AbortController();
  let deaths = 0;
  const running = keepRunning({
    ...QUIET,
    script: "agent.ts",
    env: agentEnv(databaseUrl, dataDir, runs, chaos),
    signal: stopping.signal,
    onExit: ({ signal }) => (deaths += signal === "SIGKILL" ? 1 : 0),
  });
  return {
    jobs: () => jobsIn(files),
    deaths: () => deaths,
    async stop() {
      stopping.abort();
      await running;
    },
    [Symbol.asyncDispose]: () => stopAndRemove(stopping, running, dataDir),
  };
}

function agentEnv(
  databaseUrl: string,
  dataDir: string,
  runs: number,
  chaos: NonNullable<AgentSetUp["chaos"]>,
): NodeJS.ProcessEnv {
  const strikes = Object.entries(chaos).flatMap(([point, struck]) => struck.map((run) => `${point}:${run}`));
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    NOTWICE_DATA_DIR: dataDir,
    OUTREACH_RUNS: String(runs),
    OUTREACH_PACE_MS: "0",
    OUTREACH_CHAOS: strikes.join(",") || "off",
  };
}

/** `OUTREACH_LOG=1` shows what the children say. */
const QUIET = { pauseMs: 0, stdio: process.env["OUTREACH_LOG"] ? "inherit" : "ignore" } as const;

function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "notwice-demo-"));
}

function jobsIn(files: DemoFiles): Job[] {
  return new JobList(files.jobs).all;
}

async function stopAndRemove(stopping: AbortController, running: Promise<void>, dataDir: string): Promise<void> {
  stopping.abort();
  await running;
  rmSync(dataDir, { recursive: true, force: true });
}
