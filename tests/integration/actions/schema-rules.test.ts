import { randomUUID } from "node:crypto";
import type { QueryResult } from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const NIL = "00000000-0000-0000-0000-000000000000";
let stuck: StuckCase;

beforeEach(async () => {
  stuck = await stuckCase(pool);
});

/** `:key` and `:review` in a statement are those of a failed action before a person. */
function run(sql: string): Promise<QueryResult<Record<string, unknown>>> {
  return pool.query(sql.replaceAll(":key", `'${stuck.key}'`).replaceAll(":review", `'${stuck.reviewId}'`));
}

/** A change of the action as a faulty statement of ours would make it, which raises the revision. */
function change(assignments: string): string {
  return `update action_log set ${assignments}, revision = revision + 1 where key = :key`;
}

function request(columns: string, values: string): string {
  return `insert into review_request (review_id, requested_by, reason, expires_at, ${columns})
    values (:review, 'bo', 'x', now() + interval '1 hour', ${values})`;
}

const PENDING = request("type", "'resend'");
const NOTE = `insert into review_comment (review_id, author_id, body, idempotency_key) values (:review, 'bo', 'x', '${randomUUID()}')`;
const SECOND_REVIEW = "insert into review (action_key, attempt) values (:key, 2)";
const ATTEMPT = `insert into action_attempt (action_key, attempt, ended_by, outcome)
  values (:key, 7, 'reaper', 'may_have_happened')`;

function signOff(approver: string, requestedBy = "bo"): string {
  return `insert into sign_off (request_id, requested_by, approver_id, verdict)
    select id, '${requestedBy}', '${approver}', 'approve' from review_request where review_id = :review`;
}

function proposal(version: number): string {
  return `insert into policy_revision (kind, version, fields, state, proposed_by)
    values ('send_email', ${version}, '{}', 'proposed', 'bo')`;
}

function roleChange(state: string, people: string): string {
  return `insert into role_change (user_id, from_roles, to_roles, gives, state, needs_sign_off, proposed_by, approved_by)
    values ('bo', '{operator}', '{approver}', '{approver}', ${state}, true, ${people})`;
}

function identity(subject: string): string {
  return `insert into auth_account (id, account_id, provider_id, user_id) values ('${subject}', '${subject}', 'oidc-1', 'ana')`;
}

function seal(from: number, to: number): string {
  return `insert into audit_seal (from_id, to_id, row_count, hash, previous_hash)
    values (${from}, ${to}, 1, 'h', 'behind ${to}')`;
}

type Refused = [what: string, rule: string, statement: string, before?: string[]];

const MESSAGE = "insert into notification (channel, recipient_id, event, kind) values ('mail', 'bo', 'digest', '')";

const REFUSED: Refused[] = [
  [
    "an unknown status",
    "action_log_status_word",
    "insert into action_log (key, run_id, kind, status) values (gen_random_uuid(), 'r', 'k', 'sending')",
  ],
  ["an unknown failure", "action_log_failure_word", change("failure = 'perhaps'")],
  ["an unknown settler", "action_log_settled_by_word", change("settled_by = 'hearsay'")],
  ["an unknown duplicate", "action_log_duplicate_word", change("duplicate = 'maybe'")],
  ["an unknown release", "action_log_release_reason_word", change("release_reason = 'why_not'")],
  ["fewer doubts than none", "action_log_counts_are_not_negative", change("doubts = -1")],
  ["proof beside doubt", "action_log_proof_excludes_doubt", change("failure = 'did_not_happen'")],
  ["success beside failure", "action_log_success_is_no_failure", change("status = 'succeeded'")],
  ["an approval of nothing", "action_log_approval_names_its_request", change("release_reason = 'approval'")],
  ["a release without a reason", "action_log_release_is_unclaimed", change("status = 'released', claim_token = null")],
  [
    "a release with a claim",
    "action_log_release_is_unclaimed",
    change("status = 'released', release_reason = 'absent', claim_token = gen_random_uuid()"),
  ],
  ["a replacement that is not there", "action_log_replaced_by_fkey", change("replaced_by = 'no-such-key'")],
  ["a request that is not there", "action_log_release_request_id_fkey", change(`release_request_id = '${NIL}'`)],
  [
    "two actions at one step of a run",
    "action_log_run_step_key",
    `insert into action_log (key, run_id, kind, status, step)
      select 'other-' || key, run_id, kind, 'in_flight', step from action_log where key = :key`,
  ],
  ["an attempt that ends twice", "action_attempt_claim_key", ATTEMPT, [ATTEMPT]],
  ["two open cases of an action", "review_one_open_per_action", SECOND_REVIEW],
  [
    "an open case beside a released one",
    "review_one_open_per_action",
    SECOND_REVIEW,
    ["update review set state = 'released' where id = :review"],
  ],
  [
    "a closed case without a resolution",
    "review_closed_has_resolution",
    "update review set state = 'closed' where id = :review",
  ],
  [
    "an open case with a resolution",
    "review_closed_has_resolution",
    "update review set resolution = 'sent' where id = :review",
  ],
  ["two pending requests in a case", "review_request_one_pending", request("type", "'dismiss'"), [PENDING]],
  [
    "two requests by one decision key",
    "review_request_idempotency_key",
    request("type, idempotency_key", "'resend', 'k'"),
    [request("type, state, idempotency_key", "'resend', 'rejected', 'k'")],
  ],
  ["two notes by one decision key", "review_comment_idempotency_key", NOTE, [NOTE]],
  ["two sign-offs by one approver", "sign_off_one_per_approver", signOff("cara"), [PENDING, signOff("cara")]],
  ["a sign-off by who asked", "sign_off_not_by_requester", signOff("bo"), [PENDING]],
  [
    "a sign-off by who edited",
    "sign_off_not_by_editor",
    signOff("dev"),
    [request("type, edited_by", "'resend', 'dev'")],
  ],
  [
    "a sign-off by who edited before",
    "sign_off_not_by_former_editor",
    `${signOff("dev")} and state = 'pending'`,
    [
      request("type, state, edited_by", "'resend', 'superseded', 'dev'"),
      request("type, edited_by", "'resend', 'cara'"),
    ],
  ],
  ["a sign-off that names another requester", "sign_off_request_fkey", signOff("bo", "cara"), [PENDING]],
  [
    "two revisions of a policy under one version",
    "policy_revision_version_key",
    "insert into policy_revision (kind, version, fields, proposed_by) values ('send_email', 1, '{}', 'bo')",
  ],
  [
    "a loosening approved by who proposed it",
    "policy_revision_not_by_proposer",
    `insert into policy_revision (kind, version, fields, loosens, proposed_by, approved_by)
      values ('send_email', 2, '{}', true, 'bo', 'bo')`,
  ],
  [
    "a loosening in force that nobody signed",
    "policy_revision_signed",
    `insert into policy_revision (kind, version, fields, loosens, needs_sign_off, proposed_by)
      values ('send_email', 2, '{}', true, true, 'bo')`,
  ],
  ["two proposals for one kind", "policy_revision_one_proposed", proposal(3), [proposal(2)]],
  [
    "an answer without its time",
    "verification_answered",
    "insert into verification (action_key, attempt, answer) values (:key, 1, 'absent')",
  ],
  ["a seal that ends before it begins", "audit_seal_range", seal(2, 1)],
  ["a role signed by who proposed it", "role_change_not_by_proposer", roleChange("'in_force'", "'ada', 'ada'")],
  ["a role signed by who gets it", "role_change_not_by_its_person", roleChange("'in_force'", "'ada', 'bo'")],
  ["a role in force that nobody signed", "role_change_signed", roleChange("'in_force'", "'ada', null")],
  [
    "two proposals for one person",
    "role_change_one_proposed",
    roleChange("'proposed'", "'ada', null"),
    [roleChange("'proposed'", "'dev', null")],
  ],
  [
    "a reset of nobody",
    "account_link_names_its_person",
    "insert into account_link (purpose, token_hash, created_by, expires_at) values ('reset', 'h', 'ada', now())",
  ],
  [
    "two identities of one provider in an account",
    "auth_account_one_per_provider",
    identity("two"),
    ["insert into auth_user (id, name, email) values ('ana', 'Ana', 'ana@desk.test')", identity("one")],
  ],
  ["two seals from one row on", "audit_seal_from_id_key", seal(1, 2), [seal(1, 1)]],
  ["two messages that gather the same", "notification_one_collecting", MESSAGE, [MESSAGE]],
];

describe("the schema itself refuses", () => {
  it.each(REFUSED)("%s, by %s", async (_what, rule, statement, before = []) => {
    for (const each of before) await run(each);
    await expect(run(statement)).rejects.toMatchObject({ constraint: rule });
  });
});

describe("an intent", () => {
  const CHANGES = [
    "key = 'other'",
    "run_id = 'other'",
    "kind = 'other'",
    "step = 7",
    "target = 'other'",
    "payload = '{}'",
    "payload = null",
    "payload_hash = repeat('0', 64)",
  ];

  it.each(CHANGES)("is frozen: %s is refused", async (assignment) => {
    await expect(run(change(assignment))).rejects.toThrow(/the intent of action \w+ is frozen/);
  });

  it("loses payload and target, together and nothing else, once it is settled", async () => {
    const redaction = change("payload = null, target = null");
    await expect(run(redaction)).rejects.toThrow(/is frozen/);
    await run(change("status = 'dismissed'"));
    for (const assignment of CHANGES) await expect(run(change(assignment))).rejects.toThrow(/is frozen/);
    for (const assignment of ["kind = 'other'", "step = 7", "payload_hash = null"]) {
      await expect(run(change(`payload = null, target = null, ${assignment}`))).rejects.toThrow(/is frozen/);
    }
    await run(redaction);
    expect(await actionRow(pool, stuck.key)).toMatchObject({
      payload: null,
      target: null,
      payload_hash: stuck.payloadHash,
    });
  });

  it.each(["repeat('0', 64)", "null"])("is not taken with bytes of another hash: %s", async (hash) => {
    const insert = `insert into action_log (key, run_id, kind, status, payload, payload_hash)
      values ('${randomUUID()}', 'r', 'send_email', 'in_flight', '{}', ${hash})`;
    await expect(run(insert)).rejects.toThrow(/payload_hash is not the sha-256 of payload/);
  });
});

const KEPT = [
  ["action_log", ["delete", "truncate"]],
  ["audit_log", ["delete", "truncate", "update"]],
  ["audit_seal", ["delete", "truncate", "update"]],
  ["action_attempt", ["delete", "truncate"]],
  ["policy_revision", ["delete", "truncate"]],
  ["review", ["delete", "truncate"]],
  ["review_request", ["delete", "truncate"]],
  ["sign_off", ["delete", "truncate", "update"]],
] as const;

const REMOVALS = {
  delete: (table: string) => `delete from ${table}`,
  truncate: (table: string) => `truncate ${table} cascade`,
  update: (table: string) => `update ${table} set at = now()`,
};

describe("what is kept for ever", () => {
  const removals = KEPT.flatMap(([table, ways]) => ways.map((way) => [way, table] as const));

  it.each(removals)("refuses %s on %s", async (way, table) => {
    await expect(run(REMOVALS[way](table))).rejects.toThrow(
      `${way} on ${table} is refused: its rows are kept for ever`,
    );
  });
});

describe("a request", () => {
  it("that was decided stays as it was decided", async () => {
    await run(request("type, state", "'resend', 'rejected'"));
    const changed = run("update review_request set state = 'approved' where review_id = :review");
    await expect(changed).rejects.toThrow(/a decided request stays as it was decided/);
  });

  it.each([
    "review_id = gen_random_uuid()",
    "type = 'send'",
    "requested_by = 'cara'",
    "edited_by = 'cara'",
    "editors = '{}'",
    "payload_hash = repeat('0', 64)",
    "attempt = 2",
  ])("is kept as it was asked: %s is refused", async (assignment) => {
    await run(request("type, edited_by", "'resend', 'dev'"));
    const changed = run(`update review_request set ${assignment} where review_id = :review`);
    await expect(changed).rejects.toThrow(/^request \S+ is kept as it was asked$/);
  });

  it("binds the attempt it was made for, and its sign-offs whoever edited the bytes", async () => {
    await run(request("type, edited_by", "'resend', 'dev'"));
    await run(signOff("cara"));
    const { rows } = await run(
      "select q.attempt, s.edited_by from review_request q join sign_off s on s.request_id = q.id where review_id = :review",
    );
    expect(rows).toEqual([{ attempt: 1, edited_by: "dev" }]);
  });
});
