import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";
import { startChild } from "../child.ts";
import type { Row } from "./rows.ts";

interface Message {
  held?: string;
  told?: unknown;
  runId?: string;
}

/** A process that holds actions at their points, and what it says of them when it goes on. */
export class HeldProcess {
  readonly rows: Row[];
  readonly told = new Map<string, unknown>();
  readonly #child: ChildProcess;
  readonly #held: Promise<void>;
  readonly #exited: Promise<unknown>;

  constructor(rows: Row[], env: { DATABASE_URL: string; EFFECTS_FILE: string; TIMEOUT_MS: string }) {
    this.rows = rows;
    this.#child = startChild("matrix/held-worker.ts", { ...env, ROWS: JSON.stringify(rows) });
    this.#exited = once(this.#child, "exit");
    const all = Promise.withResolvers<void>();
    let missing = rows.length;
    this.#child.on("message", (message: Message) => {
      if (message.held !== undefined && --missing === 0) all.resolve();
      if (message.runId !== undefined) this.told.set(message.runId, message.told);
    });
    void this.#exited.then(() => all.reject(new Error("the worker ended before all its actions were held")));
    this.#held = all.promise;
  }

  async held(): Promise<void> {
    await this.#held;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  /** Resolves when the kernel says so. */
  async stop(): Promise<void> {
    this.#child.kill("SIGSTOP");
    await vi.waitUntil(() => this.#state().startsWith("T"), { timeout: 10_000 });
  }

  /** Resolves when it has said everything and ended. */
  async goOn(): Promise<void> {
    this.#child.kill("SIGCONT");
    this.#child.send("go on");
    await this.#exited;
  }

  #state(): string {
    return execFileSync("ps", ["-o", "stat=", "-p", String(this.#child.pid)], { encoding: "utf8" }).trim();
  }
}
