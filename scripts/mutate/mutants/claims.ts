import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const CLAIM_NEW = "lib/once/src/sql/claim-new.ts";
const RELEASED = "lib/once/src/sql/claim-released.ts";
const RULE = "lib/once/src/sql/rule.ts";
const HOLD = "lib/once/src/sql/hold-intent.ts";
const STEP_TAKEN = "lib/once/src/sql/record-step-taken.ts";
const CLAIM_ACTION = "lib/once/src/claim/claim-action.ts";
const FLIGHTS = "lib/once/src/claim/open-flights.ts";
const RUN = "lib/once/src/open-run.ts";
const REQUIRE_DB = "lib/once/src/db/require-db.ts";

const inClaim = (name: string): NamedTest => ["tests/integration/once/claim.test.ts", name];
const inGuards = (name: string): NamedTest => ["tests/integration/once/guards.test.ts", name];
const inWork = (name: string): NamedTest => ["tests/integration/once/work.test.ts", `work > ${name}`];
const READ = "lib/once/src/sql/read-action.ts";
const inSecondCall = (name: string): NamedTest => ["tests/integration/once/second-call.test.ts", name];

const CLAIM_OF_RELEASE = "the claim of a release, whatever was read before it,";

/** Who may execute, and what a second call gets instead. */
export const CLAIM_MUTANTS = [
  mutant(
    swap(CLAIM_NEW, "where rule.gate = 'never' and", "where"),
    "a gated kind is sent without a signature",
    inClaim("an intent of a gated kind > is held with its review and its request, once, and nothing runs"),
  ),
  mutant(
    drop(CLAIM_NEW, " and not rule.paused"),
    "a paused kind goes on",
    inSecondCall("a second call by perform > of a kind that is paused waits, and executes nothing"),
  ),
  mutant(
    drop(RULE, " and a.claim_token is not distinct from ${token}::uuid"),
    "everybody who finds the action in flight executes it",
    inClaim("a claim > case 08: is one, of fifty in one process and of many workers"),
  ),
  mutant(
    swap(RULE, "a.claim_token is not distinct from ${token}::uuid", "${token}::uuid is not null"),
    "a worker whose answer was lost executes the claim of another",
    inWork("finds the claim whose answer was lost by its token, among others in flight"),
  ),
  mutant(
    drop(HOLD, " where rule.gate = 'before_send'"),
    "a kind that is not gated any more waits for a signature",
    inGuards("an intent is not held where its kind is not gated any more"),
  ),
  mutant(
    swap(
      RULE,
      "least(${timeoutMs}::float8, rule.stale_after_ms)",
      "coalesce(${timeoutMs}::float8, rule.stale_after_ms)",
    ),
    "a worker takes more time than its kind's policy gives it",
    inClaim("a claim > is bounded by its own time and by the policy's"),
  ),
  mutant(
    swap(RELEASED, "${alias}.status = 'released'\n  and ", ""),
    "a release is executed as often as it is asked for",
    inGuards(`${CLAIM_OF_RELEASE} > is granted once`),
  ),
  mutant(
    drop(RELEASED, "${alias}.claimable_at <= clock_timestamp() and "),
    "an approval is executed before it can be taken back",
    inGuards(`${CLAIM_OF_RELEASE} > is refused before it may be claimed`),
  ),
  mutant(
    drop(RELEASED, " and ${alias}.release_expires_at > clock_timestamp()"),
    "a retry comes after the provider has forgotten the first, an approval after its time",
    inGuards(`${CLAIM_OF_RELEASE} > is refused after it has lapsed`),
  ),
  mutant(
    drop(RELEASED, "\n  and not exists (select from policy p where p.kind = ${alias}.kind and p.paused)"),
    "a release of a kind is claimed that was paused since",
    inGuards(`${CLAIM_OF_RELEASE} > is refused while the kind is paused`),
  ),
  mutant(
    drop(
      RELEASED,
      "\n  and not exists (select from action_attempt t where t.action_key = ${alias}.key and t.claim_token = $2::uuid)",
    ),
    "a claim repeated after its answer was lost takes a second attempt",
    inGuards(`${CLAIM_OF_RELEASE} > is refused to a token that has ended an attempt`),
  ),
  mutant(
    swap(RELEASED, "and q.payload_hash is not distinct from ${alias}.payload_hash", ""),
    "other bytes are sent than were signed",
    inGuards(`${CLAIM_OF_RELEASE} > is refused where other bytes were signed`),
  ),
  mutant(
    swap(RELEASED, "attempt = a.attempt + 1", "attempt = a.attempt"),
    "two executions go by one number, and neither can be told from the other",
    inGuards(`${CLAIM_OF_RELEASE} > is granted once`),
  ),
  mutant(
    drop(RELEASED, " and v.state = 'released'"),
    "a case that was closed long ago says sent",
    inGuards(`${CLAIM_OF_RELEASE} > leaves a review alone that was closed before`),
  ),
  mutant(
    swap(RELEASED, "where r.kind = $1 and", "where"),
    "a worker is handed actions of a kind that it does not know",
    inWork("executes what is released of its kinds, with the stored payload, each once among many workers"),
  ),
  mutant(
    drop(RELEASED, " and r.payload is not null"),
    "a worker is handed an action without its bytes",
    inWork("leaves alone what is not claimable: lapsed, held back, paused, without bytes, signed for other bytes"),
  ),
  mutant(
    swap(STEP_TAKEN, "where not exists (", "where true or not exists ("),
    "each redelivery leaves another incident",
    inSecondCall("another payload > case 14: at a step that is taken is refused, and the run handle ends"),
  ),
  mutant(
    swap(CLAIM_ACTION, "if (wanted.payloadHash !== state.payloadHash)", "if (wanted.payloadHash === state.key)"),
    "a caller with other bytes is told that they were sent",
    inSecondCall(
      "another payload > case 14: with another hash under the same key is refused, whatever became of the action",
    ),
  ),
  mutant(
    swap(CLAIM_ACTION, " && owner.target === wanted.target", ""),
    "a caller is told that a mail to somebody else was sent",
    inSecondCall("another payload > at a step that is taken gets the stored result where the caller asks for it"),
  ),
  mutant(
    swap(
      CLAIM_ACTION,
      "if (owner !== null && owner.key !== wanted.key)",
      "if (owner !== null && owner.key === wanted.key)",
    ),
    "a model that words its mail anew is told to come back, and nobody learns of it",
    inSecondCall("another payload > case 14: at a step that is taken is refused, and the run handle ends"),
  ),
  mutant(
    swap(FLIGHTS, "around?.includes(intended.key)", "around?.includes(intended.runId)"),
    "an effect that calls itself waits for itself",
    [
      "tests/integration/once/record.test.ts",
      "a failure > of its own effect calling itself is a refusal, not a wait for itself",
    ],
  ),
  mutant(
    swap(RUN, "if (pending > 0 && ", "if (pending < 0 && "),
    "a fan-out numbered by arrival sends one mail twice and another never",
    [
      "tests/integration/once/run.test.ts",
      "a run > refuses calls that overlap without steps of their own, before anything is claimed",
    ],
  ),
  mutant(
    drop(RUN, "if (error instanceof OnceError && !numbered) unsettled.set(intended, step);"),
    "a step that failed, tried again by its caller, is sent twice",
    [
      "tests/integration/once/run.test.ts",
      "a run > takes the same intent again for the same step, when its call failed",
    ],
  ),
  mutant(
    swap(READ, "and status = 'succeeded'\n) stored", ") stored"),
    "a resumed run takes an action in flight for one that returned nothing",
    inSecondCall("a second call by a resumed run > of an action in flight is told to come back when its time is up"),
  ),
  mutant(
    swap(READ, "where bytes <= $2::int", "where bytes > 0 or $2::int > 0"),
    "a resumed run reads more than the process can hold",
    ["tests/integration/once/run.test.ts", "a run > that is resumed reads ahead no more than memory should hold"],
  ),
  mutant(
    swap(REQUIRE_DB, 'row?.synchronous_commit === "off"', 'row?.synchronous_commit === "never"'),
    "a crash of the server forgets claims whose effect has happened",
    inClaim("a claim > is refused on a server that forgets commits"),
  ),
];
