import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { readRows, viewModel, viewRow } from "./compare.ts";
import { COVERAGE } from "./coverage.ts";
import { DIRECTED } from "./directed.ts";
import { checkInvariants } from "./invariants.ts";
import { newAction } from "./model.ts";
import { apply, choose, type Chosen, type Model, type Operation, OPERATIONS, run } from "./operations.ts";
import { World } from "./world.ts";

/** `PROPERTY_RUNS=2000 PROPERTY_SEED=… npm run test:long` is the long form. */
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 100);
const SEED = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 2 ** 31);
const COMMANDS = 40;
const ACTIONS = 2;
const LEAST_TAKEN = RUNS >= 2000 ? 50 : 1;

const { pool } = testDatabase();
const counts = new Map<string, number>();
const count = (edge: string) => counts.set(edge, (counts.get(edge) ?? 0) + 1);

/** A command alone, or two at the same moment on two connections. */
type Turn = Operation | [Operation, Operation];

const operation: fc.Arbitrary<Operation> = fc.record({
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constant("deliver" as const) },
    { weight: 2, arbitrary: fc.constantFrom("begin", "land", "succeed", "expire", "reap", "approve") },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(OPERATIONS) as Operation["name"][])) },
  ),
  action: fc.nat(ACTIONS - 1),
  pick: fc.nat(7),
  flag: fc.boolean(),
});
const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 5, arbitrary: operation },
  { weight: 1, arbitrary: fc.tuple(operation, operation) },
);

async function play(policy: Model["policy"], turns: Turn[]): Promise<void> {
  const world = await World.open(pool, policy, ACTIONS);
  const runIds = world.intents.map(({ runId }) => runId);
  let model: Model = { policy, actions: Array.from({ length: ACTIONS }, newAction) };
  let before = await readRows(pool, runIds);
  for (const next of turns) {
    const together = Array.isArray(next) ? apart(next) : [next];
    const chosen = together.map((op) => choose(model, op)).filter((each) => each !== undefined);
    const possible = [chosen, chosen.toReversed()].map((order) => foretell(model, order));
    const answers = await Promise.all(chosen.map(async (each) => run(world, each)));
    const rows = await readRows(pool, runIds);
    const seen = rows.map(viewRow);
    const foretold =
      possible.find((after) => isDeepStrictEqual(after.model.actions.map(viewModel), seen)) ?? possible[0];
    expect(seen, `after ${JSON.stringify(chosen)}`).toEqual(foretold?.model.actions.map(viewModel));
    model = foretold?.model ?? model;
    for (const edge of foretold?.taken ?? []) count(edge);
    const [told = answers[0]] = chosen.length === 1 ? (foretold?.answers ?? []) : [];
    expect(answers[0], `answer to ${JSON.stringify(chosen)}`).toEqual(told);
    model.actions.forEach((action, n) => checkInvariants(action, policy, rows[n], before[n]));
    before = rows;
  }
}

/** Two commands on one attempt are one worker's, which says one thing at a time. */
function apart([one, other]: [Operation, Operation]): Operation[] {
  const workers = ["begin", "land", "succeed", "fail", "die"];
  const sameWorker = one.action === other.action && workers.includes(one.name) && workers.includes(other.name);
  return sameWorker ? [one] : [one, other];
}

function foretell(model: Model, order: Chosen[]) {
  const after = structuredClone(model);
  const taken: string[] = [];
  const answers = order.map((chosen) => apply(after, chosen, (edge) => taken.push(edge)));
  return { model: after, answers, taken };
}

describe(`${RUNS} random runs of ${COMMANDS} commands, seed ${SEED}`, () => {
  it("leave every action as the model says, and every invariant holds", async () => {
    const policy = fc.record({
      recovery: fc.constantFrom("ask" as const, "retry" as const),
      maxAttempts: fc.constantFrom(1, 3),
      gated: fc.boolean(),
    });
    const turns = fc.array(turn, { minLength: COMMANDS, maxLength: COMMANDS });
    await fc.assert(fc.asyncProperty(policy, turns, play), { numRuns: RUNS, seed: SEED, endOnFailure: RUNS < 2000 });
  }, 7_200_000);
});

describe("directed runs, for what random ones may miss", () => {
  it.each(DIRECTED)("$name", async ({ policy, turns }) => {
    await expect(play(policy, turns)).resolves.toBeUndefined();
  });
});

describe("coverage", () => {
  it.each(COVERAGE)(`%s was taken at least ${LEAST_TAKEN} times`, (edge) => {
    expect(counts.get(edge) ?? 0).toBeGreaterThanOrEqual(LEAST_TAKEN);
  });

  it("has no edge that the list does not know", () => {
    expect([...counts.keys()].filter((edge) => !COVERAGE.includes(edge))).toEqual([]);
  });
});
