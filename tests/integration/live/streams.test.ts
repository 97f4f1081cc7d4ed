import { expect, it } from "vitest";
import type { Hub, LiveNews } from "#lib/live/hub.ts";
import { createStreams, type StreamLimits, type Viewer } from "#lib/live/open-stream.ts";

const LIMITS: StreamLimits = { process: 3, person: 2, unread: 8, recheckMs: 60_000, aliveMs: 60_000 };

function desk(limits: Partial<StreamLimits> = {}) {
  const subscribers = new Set<(news: LiveNews) => void>();
  const hub: Hub = {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      subscriber({ event: "up" });
      return () => subscribers.delete(subscriber);
    },
  };
  const streams = createStreams(hub, { ...LIMITS, ...limits });
  return { streams, subscribers, tell: (news: LiveNews) => subscribers.forEach((subscriber) => subscriber(news)) };
}

function viewer(id: string, over: Partial<Viewer> = {}): Viewer {
  return { id, isStillIn: async () => true, ...over };
}

/** All that the stream says until it ends. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

it("names what changed, and ends when the process is told to stop", async () => {
  const { streams, subscribers, tell } = desk();
  const said = readAll(streams.open(viewer("bo")));
  tell({ event: "changed", topics: ["reviews", "reaper"] });
  tell({ event: "down" });
  streams.closeAll();
  const text = await said;
  expect(text).toContain("event: up\n");
  expect(text).toContain("event: changed\ndata: reviews,reaper\n\n");
  expect(text).toContain("event: down\n");
  expect([streams.count(), subscribers.size]).toEqual([0, 0]);
});

it("ends when the account is disabled or the session over, and says why", async () => {
  const { streams } = desk({ recheckMs: 5 });
  const text = await readAll(streams.open(viewer("bo", { isStillIn: async () => false })));
  expect(text).toContain("event: ended\ndata: signed out\n\n");
  expect(streams.count()).toBe(0);
});

it("stays while the database does not answer: that says nothing against the session", async () => {
  const { streams, tell } = desk({ recheckMs: 5 });
  let asked = 0;
  const { promise: thrice, resolve } = Promise.withResolvers<void>();
  const isStillIn = async (): Promise<boolean> => {
    asked += 1;
    if (asked === 3) resolve();
    throw new Error("no answer");
  };
  const said = readAll(streams.open(viewer("bo", { isStillIn })));
  await thrice;
  tell({ event: "changed", topics: ["reviews"] });
  streams.closeAll();
  expect(await said).toContain("data: reviews\n");
});

it("has so many for one person, the oldest making room, and so many for all", async () => {
  const { streams } = desk();
  const first = readAll(streams.open(viewer("bo")));
  streams.open(viewer("bo"));
  streams.open(viewer("bo"));
  expect(await first).toContain("event: ended\ndata: too many\n\n");
  expect(streams.count()).toBe(2);
  streams.open(viewer("cara"));
  expect(() => streams.open(viewer("dev"))).toThrow(/too many/i);
  expect(streams.count()).toBe(3);
  streams.closeAll();
});

it("lets go of a reader that has hung up, and of one that does not read", async () => {
  const { streams, subscribers, tell } = desk();
  const gone = new AbortController();
  streams.open(viewer("bo", { signal: gone.signal }));
  gone.abort();
  const cancelled = streams.open(viewer("bo"));
  await cancelled.cancel();
  expect(streams.count()).toBe(0);
  streams.open(viewer("bo"));
  for (let n = 0; n < LIMITS.unread; n += 1) tell({ event: "changed", topics: ["reviews"] });
  expect([streams.count(), subscribers.size]).toEqual([0, 0]);
});
