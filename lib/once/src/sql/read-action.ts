import { startClock } from "../attempt/start-clock.ts";
import type { ActionLogDb, Statement } from "../types.ts";
import { type ActionState, readActionState } from "./action-state.ts";
import type { Held } from "./claim-released.ts";
import { claimedBy, stateColumns, withRule } from "./rule.ts";

const MINE = claimedBy("$2");
const COLUMNS = stateColumns(MINE, `case when ${MINE} then a.payload end`);

const BY_KEY = `
with ${withRule("(select kind from action_log where key = $1)")}
select ${COLUMNS} from rule join action_log a on a.key = $1`;

const STEP_OWNER = `
with ${withRule("(select kind from action_log where run_id = $1 and step = $3 and replaced_by is null)")}
select ${COLUMNS} from rule join action_log a
  on a.run_id = $1 and a.step = $3 and a.step is not null and a.replaced_by is null`;

const CLAIMED_BY_TOKEN = `
with ${withRule("$1")}
select ${COLUMNS} from rule join action_log a on ${MINE} and a.kind = $1`;

const ATTEMPT = `
select from action_log where key = $1 and claim_token = $2::uuid and attempt = $3::int
union all
select from action_attempt where action_key = $1 and claim_token = $2::uuid and attempt = $3::int
limit 1`;

/** Whether an attempt of this action was ever claimed with this token; once true it stays so. */
export async function isAttemptOf(db: ActionLogDb, { key, token, attempt }: Held): Promise<boolean> {
  const rows = await db.query({ name: "notwice_read_attempt", text: ATTEMPT, values: [key, token, attempt] });
  return rows.length > 0;
}

/** The action under a key, for the holder of `token`. */
export async function readAction(db: ActionLogDb, key: string, token: string | null): Promise<ActionState | null> {
  return readState(db, { name: "notwice_read_action", text: BY_KEY, values: [key, token] });
}

/** The action that stands at a step of a run. */
export async function readStepOwner(db: ActionLogDb, runId: string, step: number): Promise<ActionState | null> {
  return readState(db, { name: "notwice_read_step_owner", text: STEP_OWNER, values: [runId, null, step] });
}

/** The actions that claims took whose answer was lost: found by their token among those in flight. */
export async function readClaimed(db: ActionLogDb, kind: string, token: string): Promise<ActionState[]> {
  return readStates(db, { name: "notwice_read_claimed", text: CLAIMED_BY_TOKEN, values: [kind, token] });
}

async function readState(db: ActionLogDb, statement: Statement): Promise<ActionState | null> {
  const [state] = await readStates(db, statement);
  return state ?? null;
}

async function readStates(db: ActionLogDb, statement: Statement): Promise<ActionState[]> {
  const elapsedMs = startClock();
  const rows = await db.query(statement);
  return rows.map((row) => readActionState(row, elapsedMs()));
}
