import { mutant, type NamedTest, swap } from "../mutant.ts";

const SCHEMA = "prisma/migrations/20261201000000_init/migration.sql";

const ACCOUNTS = "prisma/migrations/20261201010301_accounts/migration.sql";

/** A rule that lets everything pass, and a row that it would have refused. */
function unchecked(rule: string, what: string, why: string) {
  const check = rule.startsWith("action_log_") ? `${rule}\n    check (` : `${rule} check (`;
  return mutant(swap(SCHEMA, check, `${check}true or `), why, refuses(what, rule));
}

function refuses(what: string, rule: string): NamedTest {
  return ["tests/integration/actions/schema-rules.test.ts", `the schema itself refuses > ${what}, by ${rule}`];
}

const CHECKS = [
  unchecked("action_log_status_word", "an unknown status", "a row in a state that nobody looks after"),
  unchecked("action_log_failure_word", "an unknown failure", "a failure that is neither proof nor doubt"),
  unchecked("action_log_settled_by_word", "an unknown settler", "nobody can tell whose word a success is"),
  unchecked("action_log_duplicate_word", "an unknown duplicate", "a duplicate that no filter finds"),
  unchecked("action_log_release_reason_word", "an unknown release", "a release for no reason that exists"),
  unchecked("action_log_counts_are_not_negative", "fewer doubts than none", "one doubt hides another"),
  unchecked("action_log_proof_excludes_doubt", "proof beside doubt", "a doubt recorded as proof"),
  unchecked("action_log_success_is_no_failure", "success beside failure", "a success that reads as a failure"),
  unchecked("action_log_approval_names_its_request", "an approval of nothing", "a release that nobody signed"),
  unchecked("action_log_release_is_unclaimed", "a release without a reason", "a release for no reason"),
  unchecked("action_log_release_is_unclaimed", "a release with a claim", "an old worker holds what is released"),
  unchecked("review_closed_has_resolution", "a closed case without a resolution", "a case closed by nobody"),
  unchecked("sign_off_not_by_requester", "a sign-off by who asked", "one person sends twice"),
  unchecked("sign_off_not_by_editor", "a sign-off by who edited", "one person words a mail and signs it"),
  unchecked(
    "policy_revision_not_by_proposer",
    "a loosening approved by who proposed it",
    "one person loosens a policy",
  ),
  mutant(
    swap(
      SCHEMA,
      "constraint policy_revision_signed check (\n    not",
      "constraint policy_revision_signed check (\n    true or not",
    ),
    "a loosening takes effect that nobody signed",
    refuses("a loosening in force that nobody signed", "policy_revision_signed"),
  ),
  unchecked("verification_answered", "an answer without its time", "a question that reads as answered"),
  unchecked("audit_seal_range", "a seal that ends before it begins", "a seal of nothing"),
];

const KEYS = [
  [
    "unique nulls not distinct (action_key",
    "unique (action_key",
    "action_attempt_claim_key",
    "an attempt that ends twice",
    "the attempt of a seven-column worker is two doubts",
  ],
  [
    "unique (requested_by, idempotency_key)",
    "check (true)",
    "review_request_idempotency_key",
    "two requests by one decision key",
    "a double click asks twice",
  ],
  [
    "unique (request_id, approver_id)",
    "check (true)",
    "sign_off_one_per_approver",
    "two sign-offs by one approver",
    "one person counts for two",
  ],
  [
    "foreign key (request_id, requested_by, edited_by)\n    references review_request (id, requested_by, edited_by)",
    "check (true)",
    "sign_off_request_fkey",
    "a sign-off that names another requester",
    "who asked signs under another's name",
  ],
  [
    "foreign key (replaced_by) references action_log (key)",
    "check (true)",
    "action_log_replaced_by_fkey",
    "a replacement that is not there",
    "an action lives on in none",
  ],
  [
    "foreign key (release_request_id) references review_request (id)",
    "check (true)",
    "action_log_release_request_id_fkey",
    "a request that is not there",
    "a release that nobody asked for",
  ],
  [
    "unique (kind, version)",
    "check (true)",
    "policy_revision_version_key",
    "two revisions of a policy under one version",
    "nobody can tell which policy was in force",
  ],
  [
    "unique (from_id)",
    "check (true)",
    "audit_seal_from_id_key",
    "two seals from one row on",
    "two histories are sealed",
  ],
  [
    "create unique index action_log_run_step_key",
    "create index action_log_run_step_key",
    "action_log_run_step_key",
    "two actions at one step of a run",
    "a mail that is worded anew is sent twice",
  ],
  [
    "create unique index review_one_open_per_action",
    "create index review_one_open_per_action",
    "review_one_open_per_action",
    "two open cases of an action",
    "two people decide about one action",
  ],
  [
    "create unique index policy_revision_one_proposed",
    "create index policy_revision_one_proposed",
    "policy_revision_one_proposed",
    "two proposals for one kind",
    "a proposal is signed beside another",
  ],
  [
    "create unique index review_request_one_pending",
    "create index review_request_one_pending",
    "review_request_one_pending",
    "two pending requests in a case",
    "one case is signed twice",
  ],
].map(([text = "", replacement = "", rule = "", what = "", why = ""]) =>
  mutant(swap(SCHEMA, text, replacement), why, refuses(what, rule)),
);

const OF_ACCOUNTS = [
  [
    "role_change_not_by_proposer check (",
    "role_change_not_by_proposer check (true or ",
    "role_change_not_by_proposer",
    "a role signed by who proposed it",
    "one admin makes an approver of a second account of theirs",
  ],
  [
    "role_change_not_by_its_person check (",
    "role_change_not_by_its_person check (true or ",
    "role_change_not_by_its_person",
    "a role signed by who gets it",
    "an admin makes an approver of themselves",
  ],
  [
    "role_change_signed check (",
    "role_change_signed check (true or ",
    "role_change_signed",
    "a role in force that nobody signed",
    "a role counts that nobody signed",
  ],
  [
    "account_link_names_its_person check (",
    "account_link_names_its_person check (true or ",
    "account_link_names_its_person",
    "a reset of nobody",
    "a link for one person makes an admin",
  ],
  [
    "create unique index role_change_one_proposed",
    "create index role_change_one_proposed",
    "role_change_one_proposed",
    "two proposals for one person",
    "a role is signed beside another",
  ],
  [
    "create unique index auth_account_one_per_provider",
    "create index auth_account_one_per_provider",
    "auth_account_one_per_provider",
    "two identities of one provider in an account",
    "whoever gets an e-mail address gets the account",
  ],
].map(([text = "", replacement = "", rule = "", what = "", why = ""]) =>
  mutant(swap(ACCOUNTS, text, replacement), why, refuses(what, rule)),
);

/** Checks and keys, held against every path there is, plain SQL included. */
export const CONSTRAINT_MUTANTS = [...CHECKS, ...KEYS, ...OF_ACCOUNTS];
