import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const eventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("added"), at: z.iso.datetime(), run: z.number(), runId: z.string() }),
  z.object({ event: z.literal("later"), run: z.number(), until: z.iso.datetime(), key: z.string().optional() }),
  z.object({ event: z.literal("parked"), run: z.number(), until: z.iso.datetime(), key: z.string().optional() }),
  z.object({ event: z.literal("woken"), run: z.number() }),
  z.object({ event: z.literal("finished"), run: z.number() }),
  z.object({ event: z.literal("dropped"), run: z.number() }),
  z.object({ event: z.literal("struck"), run: z.number(), point: z.string() }),
]);

type JobEvent = z.output<typeof eventSchema>;

export interface Job {
  run: number;
  runId: string;
  addedAt: string;
  state: "waiting" | "parked" | "finished" | "dropped";
  /** Not before this time. */
  due: number;
  /** The action it waits for. */
  key: string | undefined;
  /** Chaos has already been here. */
  struck: boolean;
}

/** Nothing tells the agent that somebody dismissed an action, so parked jobs are asked about. */
const PARKED_CHECK_MS = 60_000;

/**
 * A job queue in one append-only file: a job is delivered again until it is finished or dropped,
 * however often the process dies. It stands in for BullMQ, pg-boss, SQS: anything at-least-once.
 */
export class JobList {
  readonly #file: string;
  readonly #jobs = new Map<number, Job>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    for (const line of lines) this.#apply(eventSchema.parse(JSON.parse(line)));
  }

  get size(): number {
    return this.#jobs.size;
  }

  get all(): Job[] {
    return [...this.#jobs.values()];
  }

  /** The date is taken here, once, and stays with the job. */
  add(): void {
    const [first] = this.all;
    const list = first?.runId.split("-")[1] ?? randomBytes(3).toString("hex");
    const run = this.size + 1;
    this.#write({ event: "added", at: new Date().toISOString(), run, runId: `outreach-${list}-${run}` });
  }

  due(): Job[] {
    const now = Date.now();
    return this.all.filter((job) => isOpen(job) && job.due <= now);
  }

  later({ run }: Job, delayMs: number, key?: string): void {
    this.#write({ event: "later", run, until: fromNow(delayMs), ...(key !== undefined && { key }) });
  }

  park({ run }: Job, key?: string): void {
    this.#write({ event: "parked", run, until: fromNow(PARKED_CHECK_MS), ...(key !== undefined && { key }) });
  }

  /** The action was executed after all: whoever waits for it may go on. */
  wake(key: string): void {
    const waiting = this.all.filter((job) => job.key === key && isOpen(job));
    for (const { run } of waiting) this.#write({ event: "woken", run });
  }

  finish({ run }: Job): void {
    this.#write({ event: "finished", run });
  }

  drop({ run }: Job): void {
    this.#write({ event: "dropped", run });
  }

  strike({ run }: Job, point: string): void {
    this.#write({ event: "struck", run, point });
  }

  #write(event: JobEvent): void {
    appendFileSync(this.#file, `${JSON.stringify(event)}\n`);
    this.#apply(event);
  }

  #apply(event: JobEvent): void {
    const { run } = event;
    if (event.event === "added") {
      const { at, runId } = event;
      this.#jobs.set(run, { run, runId, addedAt: at, state: "waiting", due: 0, key: undefined, struck: false });
      return;
    }
    const job = this.#jobs.get(run);
    if (job !== undefined) Object.assign(job, changesOf(event));
  }
}

function isOpen({ state }: Job): boolean {
  return state === "waiting" || state === "parked";
}

function changesOf(event: Exclude<JobEvent, { event: "added" }>): Partial<Job> {
  switch (event.event) {
    case "later":
      return { state: "waiting", due: Date.parse(event.until), key: event.key };
    case "parked":
      return { state: "parked", due: Date.parse(event.until), key: event.key };
    case "woken":
      return { state: "waiting", due: 0, key: undefined };
    case "finished":
    case "dropped":
      return { state: event.event };
    case "struck":
      return { struck: true };
  }
}

function fromNow(delayMs: number): string {
  return new Date(Date.now() + delayMs).toISOString();
}
