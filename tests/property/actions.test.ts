import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { readRows, viewModel, viewRow } from "./compare.ts";
import { COVERAGE } from "./coverage.ts";
import { type Directed, DIRECTED } from "./directed.ts";
import { checkInvariants } from "./invariants.ts";
import { newAction } from "./model.ts";
import { apply, choose, type Chosen, type Model, type Operation, OPERATIONS, run } from "./operations.ts";
import { type Draw, drawUseful } from "./useful.ts";
import { World } from "./world.ts";

/** `PROPERTY_RUNS=2000 PROPERTY_SEED=… npm run test:long` is the long form. */
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 100);
const SEED = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 2 ** 31);
const COMMANDS = 40;
/** Of the commands drawn at random; one more is the directed run's that is woven in. */
const RANDOM_ACTIONS = 2;
const LEAST_TAKEN = RUNS >= 2000 ? 50 : 1;

const { pool } = testDatabase();
const counts = new Map<string, number>();
const count = (edge: string) => counts.set(edge, (counts.get(edge) ?? 0) + 1);

/** A command as it stands, or whichever changes something at that moment. */
type Command = Operation | Draw;
/** A command alone, or two at the same moment on two connections. */
type Turn = Command | [Command, Command];

const chance = { pick: fc.nat(7), flag: fc.boolean() };
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ draw: fc.nat(9999), ...chance }) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constantFrom(...(Object.keys(OPERATIONS) as Operation["name"][])),
      action: fc.nat(RANDOM_ACTIONS - 1),
      ...chance,
    }),
  },
);
const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 5, arbitrary: command },
  { weight: 1, arbitrary: fc.tuple(command, command) },
);

interface Weave {
  directed: Directed;
  policy: Model["policy"] | null;
  turns: Turn[];
  places: number[];
}

/** A directed run on an action of its own between random commands on others, or what comes late never comes. */
const weave: fc.Arbitrary<Weave> = fc.record({
  directed: fc.constantFrom(...DIRECTED),
  policy: fc.option(
    fc.record({
      recovery: fc.constantFrom("ask" as const, "retry" as const),
      maxAttempts: fc.constantFrom(1, 3),
      gated: fc.boolean(),
    }),
    { freq: 2 },
  ),
  turns: fc.array(turn, { minLength: COMMANDS, maxLength: COMMANDS }),
  places: fc.array(fc.nat(COMMANDS - 1), { minLength: COMMANDS, maxLength: COMMANDS }),
});

function woven({ directed, turns, places }: Weave): Turn[] {
  const kept = turns.slice(directed.turns.length);
  const at = places.slice(0, directed.turns.length).toSorted((a, b) => a - b);
  directed.turns.forEach((op, n) =>
    kept.splice(Math.min(at[n] ?? 0, kept.length), 0, { ...op, action: RANDOM_ACTIONS }),
  );
  return kept;
}

async function play(policy: Model["policy"], turns: Turn[]): Promise<void> {
  const world = await World.open(pool, policy, RANDOM_ACTIONS + 1);
  const runIds = world.intents.map(({ runId }) => runId);
  let model: Model = { policy, actions: Array.from({ length: RANDOM_ACTIONS + 1 }, newAction) };
  let before = await readRows(pool, runIds);
  for (const next of turns) {
    const together = apart((Array.isArray(next) ? next : [next]).map((each) => settle(model, each)));
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

function settle(model: Model, next: Command): Operation {
  return "draw" in next ? drawUseful(model, next, RANDOM_ACTIONS) : next;
}

/**
 * Two commands on one attempt are one worker's, which says one thing at a time. And `lapse` is two: an expiry, and a pass
 * that another pass may come between.
 */
function apart([one, other]: Operation[]): Operation[] {
  if (one === undefined || other === undefined) return one === undefined ? [] : [one];
  const names = [one.name, other.name];
  const sameWorker = one.action === other.action && names.every((name) => WORKER_COMMANDS.has(name));
  const twoPasses = names.includes("lapse") && names.every((name) => PASS_COMMANDS.has(name));
  return sameWorker || twoPasses ? [one] : [one, other];
}

const WORKER_COMMANDS = new Set<Operation["name"]>(["begin", "land", "succeed", "fail", "die"]);
const PASS_COMMANDS = new Set<Operation["name"]>(["reap", "lapse"]);

function foretell(model: Model, order: Chosen[]) {
  const after = structuredClone(model);
  const taken: string[] = [];
  const answers = order.map((chosen) => apply(after, chosen, (edge) => taken.push(edge)));
  return { model: after, answers, taken };
}

describe(`${RUNS} random runs of ${COMMANDS} commands, seed ${SEED}`, () => {
  it("leave every action as the model says, and every invariant holds", async () => {
    const one = async (run: Weave) => play(run.policy ?? run.directed.policy, woven(run));
    const all = fc.assert(fc.asyncProperty(weave, one), { numRuns: RUNS, seed: SEED, endOnFailure: true });
    await expect(all).resolves.toBeUndefined();
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
