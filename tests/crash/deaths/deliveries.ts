import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type ChildEnv, startChild } from "../child.ts";

export const MORTAL_POINTS = ["before_begin", "after_begin", "after_effect"] as const;
export type MortalPoint = (typeof MORTAL_POINTS)[number];

export interface Job {
  runId: string;
  /** Where its worker dies of it, once. */
  dieAt?: MortalPoint;
}

/** What became of a delivery: the name of what was thrown, or that it succeeded. */
export type Answer = string;

export interface DeliveryPorts {
  env: ChildEnv;
  /** Somebody notices that a worker is dead. */
  buried(worker: string): Promise<void>;
}

/**
 * An at-least-once queue of jobs and the processes that work at it, each at one job at a time. The job of a worker
 * that died comes again, to whoever is free; so does one that is told to.
 */
export class Deliveries {
  /** How each job was last answered. */
  readonly answers = new Map<string, Answer>();
  /** How often a worker was killed. */
  deaths = 0;
  readonly #ports: DeliveryPorts;
  #queue: Job[] = [];
  #workers = 0;

  constructor(ports: DeliveryPorts) {
    this.#ports = ports;
  }

  /** Resolves when every job has an answer that is not "later". */
  async run(jobs: Job[], workers: number): Promise<void> {
    this.#queue = [...jobs];
    await Promise.all(Array.from({ length: workers }, () => this.#keepWorking()));
  }

  /** One worker after the other, as each is killed. */
  async #keepWorking(): Promise<void> {
    while (this.#queue.length > 0) {
      const worker = `mortal-${this.#workers++}`;
      const child = startChild("deaths/mortal-worker.ts", { ...this.#ports.env, WORKER: worker });
      const exited = once(child, "exit");
      const killedBy = await this.#feed(child, exited);
      child.kill("SIGKILL");
      await exited;
      if (child.signalCode !== "SIGKILL") throw new Error(`a worker ended with ${child.exitCode}`);
      if (killedBy === undefined) continue;
      this.deaths += 1;
      await this.#ports.buried(worker);
      this.#queue.push({ runId: killedBy.runId });
    }
  }

  /** The job that its worker died of; none where the queue is empty. */
  async #feed(child: ChildProcess, exited: Promise<unknown>): Promise<Job | undefined> {
    const died = exited.then(() => undefined);
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      const answered = once(child, "message").then(([answer]: Answer[]) => answer);
      child.send(job);
      const answer = await Promise.race([answered, died]);
      if (answer === undefined) return job;
      if (answer === "InFlightError") this.#queue.push(job);
      else this.answers.set(job.runId, answer);
    }
    return undefined;
  }
}
