import type { ModelPolicy } from "./model.ts";
import type { Operation } from "./operations.ts";

export interface Directed {
  name: string;
  policy: ModelPolicy;
  turns: Operation[];
}

const ASK: ModelPolicy = { recovery: "ask", maxAttempts: 3, gated: false };
const GATED: ModelPolicy = { ...ASK, gated: true };

function op(name: Operation["name"], flag = false, pick = 0): Operation {
  return { name, action: 0, pick, flag };
}

/** A first attempt that landed and whose time is over: judged, and its worker still to be heard. */
const LANDED_AND_REAPED = [op("deliver"), op("land"), op("expire"), op("reap")];

export const DIRECTED: Directed[] = [
  { name: "late success, failed", policy: ASK, turns: [...LANDED_AND_REAPED, op("succeed")] },
  {
    name: "late success, released",
    policy: ASK,
    turns: [...LANDED_AND_REAPED, op("approve"), op("succeed"), op("deliver")],
  },
  { name: "late success, dismissed", policy: ASK, turns: [...LANDED_AND_REAPED, op("dismiss"), op("succeed")] },
  { name: "late success, attested", policy: ASK, turns: [...LANDED_AND_REAPED, op("markHappened"), op("succeed")] },
  {
    name: "late success, newer attempt not begun",
    policy: ASK,
    turns: [...LANDED_AND_REAPED, op("approve"), op("deliver", true), op("succeed"), op("begin"), op("fail")],
  },
  {
    name: "late success, newer attempt that then succeeds",
    policy: ASK,
    turns: [
      ...LANDED_AND_REAPED,
      op("approve"),
      op("deliver"),
      op("succeed"),
      op("land"),
      op("succeed"),
      op("deliver"),
    ],
  },
  {
    name: "late success, newer attempt that is proven to have done nothing",
    policy: ASK,
    turns: [...LANDED_AND_REAPED, op("approve"), op("deliver"), op("succeed"), op("fail", true)],
  },
  {
    name: "late success, newer attempt in doubt",
    policy: ASK,
    turns: [...LANDED_AND_REAPED, op("approve"), op("deliver"), op("succeed"), op("fail"), op("deliver")],
  },
  {
    name: "late success, newer attempt that the reaper ends",
    policy: ASK,
    turns: [...LANDED_AND_REAPED, op("approve"), op("deliver"), op("succeed"), op("expire"), op("reap")],
  },
  {
    name: "late success after another attempt's success",
    policy: ASK,
    turns: [
      ...LANDED_AND_REAPED,
      op("approve"),
      op("deliver"),
      op("land", false, 1),
      op("succeed", false, 1),
      op("succeed"),
    ],
  },
  {
    name: "late failure onto a newer attempt, and a second one that counts no more",
    policy: ASK,
    turns: [
      op("deliver"),
      op("expire"),
      op("reap"),
      op("approve"),
      op("deliver"),
      op("fail", true),
      op("fail"),
      op("reap"),
    ],
  },
  {
    name: "an approved attempt that never began keeps its approval, and lapses",
    policy: ASK,
    turns: [
      op("deliver"),
      op("fail"),
      op("reap"),
      op("approve"),
      op("deliver", true),
      op("expire"),
      op("reap"),
      op("lapse"),
      op("deliver"),
    ],
  },
  {
    name: "taken back, dismissed, reopened, approved again",
    policy: ASK,
    turns: [
      op("deliver"),
      op("fail"),
      op("reap"),
      op("approve"),
      op("takeBack"),
      op("dismiss"),
      op("deliver"),
      op("reopen"),
      op("approve"),
      op("deliver"),
      op("land"),
      op("succeed"),
    ],
  },
  {
    name: "a cancelled run takes a release with it, a failure unjudged, and may be reopened",
    policy: ASK,
    turns: [
      ...LANDED_AND_REAPED,
      op("approve"),
      op("comment"),
      op("cancelRun"),
      op("deliver"),
      op("reopen"),
      op("cancelRun"),
      op("succeed"),
      op("cancelRun"),
    ],
  },
  {
    name: "a cancelled run leaves what is in flight",
    policy: ASK,
    turns: [op("deliver"), op("cancelRun"), op("fail"), op("cancelRun"), op("reap"), op("reopen")],
  },
  {
    name: "a first send that is turned down, dismissed, reopened, asked for by a person and sent",
    policy: GATED,
    turns: [
      op("deliver"),
      op("reject"),
      op("dismiss"),
      op("reopen"),
      op("approve"),
      op("deliver"),
      op("land"),
      op("succeed"),
    ],
  },
  {
    name: "a signed first send that lapses, is taken back, and fails once it runs",
    policy: GATED,
    turns: [
      op("deliver"),
      op("sign"),
      op("lapse"),
      op("approve"),
      op("takeBack"),
      op("approve"),
      op("deliver"),
      op("fail"),
      op("reap"),
    ],
  },
];
