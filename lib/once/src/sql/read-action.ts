import { startClock } from "../attempt/start-clock.ts";
import { readText, readTextOrNull } from "../db/row.ts";
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

// Not those of replaced actions: their outcome is that of the action which replaced them.
const STORED_RESULT = `
select result::text as result from action_log where key = $1 and replaced_by is null and status = 'succeeded'`;

const STORED_RESULTS = `
select key, result from (
  select key, result::text as result, sum(coalesce(octet_length(result::text), 0)) over (order by step) as bytes
  from action_log where run_id = $1 and step is not null and replaced_by is null and status = 'succeeded'
) stored
where bytes <= $2::int`;
const MOST_READ_AHEAD_BYTES = 16_777_216;

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

/** A stored result as JSON text; undefined where there is none. */
export type StoredResult = string | null | undefined;

/** The result under a key, without what a claim would need to know. */
export async function readStoredResult(db: ActionLogDb, key: string): Promise<StoredResult> {
  const [row] = await db.query({ name: "notwice_read_stored_result", text: STORED_RESULT, values: [key] });
  return row && readTextOrNull(row, "result");
}

/** The results of a run's steps by key, as many from its first on as memory should be asked to hold. */
export async function readStoredResults(db: ActionLogDb, runId: string): Promise<Map<string, string | null>> {
  const values = [runId, MOST_READ_AHEAD_BYTES];
  const rows = await db.query({ name: "notwice_read_stored_results", text: STORED_RESULTS, values });
  return new Map(rows.map((row) => [readText(row, "key"), readTextOrNull(row, "result")]));
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
