import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actionKey, payloadHash } from "@notwice/once";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobList } from "../../../examples/outreach-agent/jobs.ts";
import { planOf } from "../../../examples/outreach-agent/plan.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notwice-jobs-"));
  file = join(folder, "jobs.jsonl");
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** The list with jobs for the first runs, and the first of them. */
function listOf(size: number) {
  const list = new JobList(file);
  for (let run = 1; run <= size; run++) list.add();
  const [first] = list.all;
  if (first === undefined) throw new Error("no job");
  return { list, first };
}

const dueRuns = (list: JobList) => list.due().map(({ run }) => run);

test("delivers a job again, to whoever opens the list, until it is finished or dropped", () => {
  const { list, first } = listOf(3);
  expect(dueRuns(new JobList(file))).toEqual([1, 2, 3]);
  list.finish(first);
  list.drop({ ...first, run: 2 });
  expect(dueRuns(list)).toEqual([3]);
  expect(new JobList(file).all).toEqual(list.all);
});

test("a job for later is due then, and a parked one is asked about once a minute", () => {
  const { list, first } = listOf(2);
  list.later(first, 1_000);
  list.park({ ...first, run: 2 });
  expect(dueRuns(list)).toEqual([]);
  vi.setSystemTime(Date.now() + 1_000);
  expect(dueRuns(list)).toEqual([1]);
  vi.setSystemTime(Date.now() + 59_000);
  expect(dueRuns(new JobList(file))).toEqual([1, 2]);
});

test("whoever waits for an action is woken when it was executed, and nobody else", () => {
  const { list, first } = listOf(3);
  list.park(first, "key-a");
  list.later({ ...first, run: 2 }, 60_000, "key-b");
  list.finish({ ...first, run: 3 });
  list.wake("key-a");
  expect(dueRuns(list)).toEqual([1]);
  list.wake("key-b");
  list.wake("key-c");
  expect(dueRuns(list)).toEqual([1, 2]);
});

test("remembers where it was struck", () => {
  const { list, first } = listOf(1);
  list.strike(first, "after_accept");
  expect(new JobList(file).all[0]).toMatchObject({ struck: true, state: "waiting" });
});

test("does not stumble over a line that is just being written", () => {
  listOf(1);
  appendFileSync(file, '{"event":"finis');
  expect(dueRuns(new JobList(file))).toEqual([1]);
});

test("the same job is planned the same way whenever it is delivered", () => {
  const { list } = listOf(3);
  const plans = list.all.map(planOf);
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(new JobList(file).all.map(planOf)).toEqual(plans);
  expect(plans.map((plan) => plan.map(({ kind }) => kind))).toEqual([
    ["send_email", "post_message"],
    ["send_email", "post_message"],
    ["send_email", "post_message", "send_email"],
  ]);
  const keys = plans
    .flat()
    .map(({ payload, ...intent }) => actionKey({ ...intent, payloadHash: payloadHash(payload) }));
  expect(new Set(keys).size).toBe(7);
});

test("two lists never share a run", () => {
  const { first } = listOf(1);
  const other = new JobList(join(folder, "other.jsonl"));
  other.add();
  expect(other.all[0]?.runId).not.toBe(first.runId);
});
