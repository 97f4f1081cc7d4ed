import { randomUUID } from "node:crypto";
import { log } from "../log.ts";
import { topicSchema } from "./contract.ts";

export const DESK_CHANNEL = "notwice_desk";

export type HubTiming = {
  /** Statements of one pass of the reaper, or of one decision, are told together. */
  gather: number;
  probe: number;
  answer: number;
  retryFirst: number;
  retryMost: number;
};
const TIMING_MS: HubTiming = { gather: 200, probe: 25_000, answer: 10_000, retryFirst: 500, retryMost: 15_000 };

/** `up`: heard again after a loss, so that whatever was missed is to be asked for once. */
export type LiveNews = { event: "changed"; topics: readonly string[] } | { event: "up" } | { event: "down" };
type Subscriber = (news: LiveNews) => void;

export interface HubPorts {
  listen(channel: string, on: { notified(payload: string): void; ended(error: unknown): void }): Promise<() => void>;
  /** Notifies the channel over the pool. */
  notify(channel: string, payload: string): Promise<void>;
}

export interface Hub {
  /** Told at once whether the channel is heard by now, then whatever is new. */
  subscribe(subscriber: Subscriber): () => void;
}

/** One connection that listens for the whole process, while there is anyone to tell. */
export function createHub(ports: HubPorts, timing: HubTiming = TIMING_MS): Hub {
  const subscribers = new Set<Subscriber>();
  const gathered = new Set<string>();
  let line: Line | null = null;
  let gathering: NodeJS.Timeout | undefined;

  const tell = (news: LiveNews) => subscribers.forEach((subscriber) => subscriber(news));
  const gather = (topic: string) => {
    if (!topicSchema.safeParse(topic).success) return;
    gathered.add(topic);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const topics = [...gathered];
      gathered.clear();
      tell({ event: "changed", topics });
    }, timing.gather);
  };

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      line ??= openLine(ports, timing, {
        heard: gather,
        up: () => tell({ event: "up" }),
        down: () => tell({ event: "down" }),
      });
      subscriber({ event: line.isUp() ? "up" : "down" });
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0) return;
        line?.close();
        line = null;
      };
    },
  };
}

type Line = { isUp(): boolean; close(): void };
type Calls = { heard(topic: string): void; up(): void; down(): void };

/**
 * Keeps listening until it is closed. Every so often it says something to itself through the pool: a connection that
 * broke without a word, and a pooler that swallows what it should deliver, are found out by that alone.
 */
function openLine(ports: HubPorts, timing: HubTiming, on: Calls): Line {
  const name = `probe:${randomUUID()}`;
  let attempt = 0;
  let failures = 0;
  let isUp = false;
  let stop: (() => void) | null = null;
  let answered: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** What an earlier attempt still has to say changes nothing. */
  const lose = (lost: number, error: unknown) => {
    if (lost !== attempt) return;
    attempt += 1;
    clearTimeout(timer);
    stop?.();
    stop = null;
    if (isUp) on.down();
    isUp = false;
    if (failures === 0) log.warn({ err: error }, "changes are not heard; pages poll for them");
    timer = setTimeout(() => void connect(attempt), Math.min(timing.retryFirst * 2 ** failures, timing.retryMost));
    failures += 1;
  };
  const heard = (payload: string) => {
    if (payload === name) answered?.();
    else on.heard(payload);
  };
  const probe = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    answered = resolve;
    const late = setTimeout(() => reject(new Error("What was said on the channel did not come back.")), timing.answer);
    try {
      await Promise.all([ports.notify(DESK_CHANNEL, name), promise]);
    } finally {
      clearTimeout(late);
    }
  };
  const watch = async (current: number): Promise<void> => {
    try {
      await probe();
      if (current !== attempt) return;
      if (!isUp) {
        isUp = true;
        failures = 0;
        on.up();
      }
      timer = setTimeout(() => void watch(current), timing.probe);
    } catch (error) {
      lose(current, error);
    }
  };
  const connect = async (current: number): Promise<void> => {
    try {
      const close = await ports.listen(DESK_CHANNEL, { notified: heard, ended: (error) => lose(current, error) });
      if (current !== attempt) return close();
      stop = close;
    } catch (error) {
      return lose(current, error);
    }
    await watch(current);
  };
  void connect(attempt);
  return {
    isUp: () => isUp,
    close() {
      attempt += 1;
      clearTimeout(timer);
      stop?.();
    },
  };
}
