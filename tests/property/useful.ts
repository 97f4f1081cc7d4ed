import { isDeepStrictEqual } from "node:util";
import { apply, choose, type Model, type Operation, OPERATIONS } from "./operations.ts";

/** A command yet to be chosen: `draw` of ten thousand, and what an operation leaves to chance. */
export interface Draw {
  draw: number;
  pick: number;
  flag: boolean;
}

const DRAWS = 10_000;
/** What ends an action for good is rare, or no run would get to what comes after a failure. */
const WEIGHTS: Record<Operation["name"], number> = {
  deliver: 10,
  deliverReworded: 1,
  begin: 4,
  land: 16,
  succeed: 6,
  fail: 4,
  die: 1,
  expire: 10,
  reap: 10,
  lapse: 2,
  sign: 8,
  reject: 2,
  approve: 12,
  takeBack: 1,
  dismiss: 2,
  reopen: 3,
  markHappened: 4,
  cancelRun: 1,
  comment: 1,
};
const NAMES = Object.keys(OPERATIONS) as Operation["name"][];

/** One of the commands that change one of the first actions now: drawn blindly, most would find nothing to do. */
export function drawUseful(model: Model, { draw, pick, flag }: Draw, actions: number): Operation {
  const useful = model.actions
    .slice(0, actions)
    .flatMap((_, action) => NAMES.map((name): Operation => ({ name, action, pick, flag })))
    .filter((op) => changesSomething(model, op));
  const total = useful.reduce((sum, { name }) => sum + WEIGHTS[name], 0);
  let left = (draw / DRAWS) * total;
  for (const op of useful) {
    left -= WEIGHTS[op.name];
    if (left < 0) return op;
  }
  return { name: "deliver", action: 0, pick, flag };
}

function changesSomething({ policy, actions }: Model, op: Operation): boolean {
  const action = actions[op.action];
  if (action === undefined) return false;
  const before: Model = { policy, actions: [action] };
  const chosen = choose(before, { ...op, action: 0 });
  if (chosen === undefined) return false;
  const after = structuredClone(before);
  apply(after, chosen, () => {});
  return !isDeepStrictEqual(after, before);
}
