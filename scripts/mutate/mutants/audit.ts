import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const SEALS = "prisma/migrations/20261201010501_audit_seals/migration.sql";
const FENCE = "lib/audit/sql/seals/set-fence.ts";
const COMPLETE = "lib/audit/sql/seals/find-complete.ts";
const INSERT = "lib/audit/sql/seals/insert-seal.ts";
const PRUNE = "lib/reaper/sql/upkeep/prune-runs.ts";

const inSeals = (name: string): NamedTest => ["tests/integration/audit/seals.test.ts", `a seal > ${name}`];
const inUpkeep = (name: string): NamedTest => ["tests/integration/reaper/upkeep/upkeep.test.ts", name];

const inRules = (way: string): NamedTest => [
  "tests/integration/actions/schema-rules.test.ts",
  `what is kept for ever > refuses ${way} on audit_seal`,
];
const UNCOMMITTED = inSeals("waits for a lower id that is not committed yet, and covers it then");

/** What keeps the chain of seals one chain over rows that are complete. */
export const AUDIT_MUTANTS = [
  ...[
    ["update", "before update or delete", "before delete"],
    ["delete", "before update or delete", "before update"],
    ["truncate", "delete or truncate on audit_seal", "delete on audit_seal"],
  ].map(([way = "", text = "", left = ""]) =>
    mutant(swap(SEALS, text, left), "the chain is remade without a trace", inRules(way)),
  ),
  mutant(
    swap(SEALS, "create unique index audit_seal_previous_hash_key", "create index audit_seal_previous_hash_key"),
    "two histories are sealed behind one seal",
    inSeals("has one behind it, never two"),
  ),
  mutant(
    drop(COMPLETE, "not f.holders && w.holders and "),
    "a row that is committed late reads as one that was inserted afterwards",
    UNCOMMITTED,
  ),
  mutant(
    swap(FENCE, "k.mode = 'RowExclusiveLock'", "k.mode = 'AccessExclusiveLock'"),
    "nobody is seen writing, and a row that is committed late reads as an inserted one",
    UNCOMMITTED,
  ),
  mutant(
    swap(INSERT, "where ${seal.previousHash} = coalesce(", "where true or ${seal.previousHash} = coalesce("),
    "a seal is written behind another than the newest",
    inSeals("is written only behind the newest"),
  ),
  mutant(
    swap(PRUNE, "where started_at < clock_timestamp() - ${KEPT_DAYS}::int * interval '1 day'", "where true"),
    "what the reaper did today is forgotten",
    inUpkeep("forgets passes of more than thirty days ago, ended or killed, and none that is younger"),
  ),
];
