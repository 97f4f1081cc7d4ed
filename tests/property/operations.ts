import {
  claim,
  comeBack,
  fail,
  mayBegin,
  type ModelAction,
  type ModelAttempt,
  type ModelPolicy,
  people,
  reap,
  succeed,
  type Taken,
} from "./model.ts";
import type { World } from "./world.ts";

/** One command of a random run: which action, which of its attempts, and a choice. */
export interface Operation {
  name: keyof typeof OPERATIONS;
  action: number;
  pick: number;
  flag: boolean;
}

export interface Model {
  policy: ModelPolicy;
  actions: ModelAction[];
}

interface Given {
  model: Model;
  op: Operation;
  taken: Taken;
}

interface Definition {
  /** What the model becomes and answers; undefined where the command makes no sense now. */
  model(action: ModelAction, given: Given, attempt: ModelAttempt | undefined): unknown;
  /** Whether the command makes sense now; always, unless said. */
  possible?(action: ModelAction): boolean;
  /** Asks for one of the attempts that can still speak. */
  attempt?(action: ModelAction, attempt: ModelAttempt): boolean;
  run(world: World, op: Operation, number: number): Promise<unknown>;
}

const speaks = (_: ModelAction, attempt: ModelAttempt) => !attempt.silent;
const started = (attempt: ModelAttempt) => !attempt.twoPhase || attempt.begun;

export const OPERATIONS = {
  deliver: {
    model: (action, { model, op, taken }) => claim(action, model.policy, op.flag, taken),
    run: async (world, op) => world.deliver(op.action, op.flag),
  },
  deliverReworded: {
    possible: (action) => action.status !== "none",
    model: () => "StepTakenError",
    run: async (world, op) => world.deliverReworded(op.action),
  },
  begin: {
    attempt: (_, attempt) => !attempt.silent && attempt.twoPhase && !attempt.begun,
    model(action, _, attempt) {
      if (attempt === undefined) return undefined;
      attempt.begun = mayBegin(action, attempt);
      return attempt.begun;
    },
    run: async (world, op, number) => world.begin(op.action, number),
  },
  land: {
    attempt: (_, attempt) => !attempt.silent && !attempt.landed && started(attempt),
    model(_action, _given, attempt) {
      if (attempt !== undefined) attempt.landed = true;
      return undefined;
    },
    run: async () => undefined,
  },
  succeed: {
    attempt: (_, attempt) => !attempt.silent && attempt.landed,
    model(action, { taken }, attempt) {
      if (attempt === undefined) return undefined;
      attempt.silent = true;
      succeed(action, attempt, taken);
      return undefined;
    },
    run: async (world, op, number) => world.succeed(op.action, number),
  },
  fail: {
    attempt: speaks,
    model(action, { op, taken }, attempt) {
      if (attempt === undefined) return undefined;
      attempt.silent = true;
      fail(action, attempt, op.flag && !attempt.landed, taken);
      return undefined;
    },
    run: async (world, op, number) => world.fail(op.action, number, op.flag),
  },
  die: {
    attempt: speaks,
    model(_action, _given, attempt) {
      if (attempt !== undefined) attempt.silent = true;
      return undefined;
    },
    run: async () => undefined,
  },
  expire: {
    model(action) {
      if (action.status === "in_flight") action.expired = true;
      return undefined;
    },
    run: async (world, op) => world.expire(op.action),
  },
  reap: {
    model(_, { model, taken }) {
      for (const action of model.actions) reap(action, model.policy, taken);
      return undefined;
    },
    run: async (world) => world.reap(),
  },
  lapse: {
    model(action, { model, taken }) {
      const lapses = action.status === "released";
      if (lapses) comeBack(action, taken);
      for (const each of model.actions) if (!lapses || each !== action) reap(each, model.policy, taken);
      return undefined;
    },
    run: async (world, op) => world.lapse(op.action),
  },
  sign: { ...person("sign"), possible: (action) => action.sendPending },
  reject: { ...person("reject"), possible: (action) => action.sendPending },
  approve: person("approve"),
  takeBack: person("takeBack"),
  dismiss: person("dismiss"),
  reopen: person("reopen"),
  markHappened: person("markHappened"),
  cancelRun: person("cancelRun"),
  comment: {
    model: () => undefined,
    run: async (world, op) => world.comment(op.action),
  },
} satisfies Record<string, Definition>;

function person(name: keyof typeof people): Definition {
  return {
    model: (action, { taken }) => people[name](action, taken),
    run: async (world, op) => world[name](op.action),
  };
}

/** A command with its attempt chosen: what every order of two concurrent commands has in common. */
export interface Chosen {
  op: Operation;
  number: number | undefined;
}

/** Chooses the attempt a command speaks for; nothing where no attempt can. */
export function choose(model: Model, op: Operation): Chosen | undefined {
  const definition: Definition = OPERATIONS[op.name];
  const action = model.actions[op.action];
  if (action === undefined || definition.possible?.(action) === false) return undefined;
  if (definition.attempt === undefined) return { op, number: undefined };
  const able = action.attempts.filter((attempt) => definition.attempt?.(action, attempt));
  const attempt = able[op.pick % Math.max(able.length, 1)];
  if (attempt === undefined) return undefined;
  // A worker that saw its effect land does not claim the contrary.
  return { op: { ...op, flag: op.flag && !(op.name === "fail" && attempt.landed) }, number: attempt.number };
}

/** Applies a command to the model; its answer, undefined where none is compared. */
export function apply(model: Model, { op, number }: Chosen, taken: Taken): unknown {
  const definition: Definition = OPERATIONS[op.name];
  const action = model.actions[op.action];
  if (action === undefined) return undefined;
  const attempt = action.attempts.find((each) => each.number === number);
  return definition.model(action, { model, op, taken }, attempt);
}

export async function run(world: World, { op, number }: Chosen): Promise<unknown> {
  const definition: Definition = OPERATIONS[op.name];
  return definition.run(world, op, number ?? 0);
}
