-- Notwice, the whole schema. The seven columns every reader of the pattern knows come first; an existing
-- table of that shape is adopted with its rows, so everything added is nullable or has a default.

create table if not exists action_log (
  key text primary key,
  run_id text not null,
  kind text not null,
  status text not null,
  result jsonb,
  attempted_at timestamptz not null default now(),
  completed_at timestamptz
);

alter table action_log
  add column step integer,
  add column target text,
  add column payload_hash text,
  add column payload text,
  add column attempt integer not null default 1,
  add column claim_token uuid,
  add column claimed_by text,
  add column first_attempted_at timestamptz,
  add column heartbeat_at timestamptz,
  add column heartbeat_every_ms integer,
  add column deadline_at timestamptz,
  add column two_phase boolean not null default false,
  add column effect_started_at timestamptz,
  add column failure text,
  add column doubts integer not null default 0,
  add column error jsonb,
  add column settled_by text,
  add column result_omitted text,
  add column late_attempt integer,
  add column duplicate text,
  add column released_at timestamptz,
  add column release_reason text,
  add column release_request_id uuid,
  add column release_expires_at timestamptz,
  add column claimable_at timestamptz,
  add column replaced_by text,
  add column next_check_at timestamptz,
  add column checks integer not null default 0,
  add column judged_attempt integer not null default 0,
  add column revision integer not null default 0;

-- Not valid, so that adopted rows with a foreign word stay readable until the reaper turns them.
alter table action_log
  add constraint action_log_status_word
    check (status in ('held', 'in_flight', 'released', 'succeeded', 'failed', 'dismissed')) not valid,
  add constraint action_log_failure_word
    check (failure in ('did_not_happen', 'may_have_happened')) not valid,
  add constraint action_log_settled_by_word
    check (settled_by in ('worker', 'late_worker', 'verification', 'attestation')) not valid,
  add constraint action_log_duplicate_word
    check (duplicate in ('suspected', 'confirmed')) not valid,
  add constraint action_log_release_reason_word
    check (release_reason in ('approval', 'retry', 'absent', 'not_started', 'definite_failure')) not valid,
  add constraint action_log_counts_are_not_negative
    check (attempt >= 0 and doubts >= 0 and checks >= 0 and step >= 0 and heartbeat_every_ms > 0) not valid,
  add constraint action_log_proof_excludes_doubt
    check (failure is distinct from 'did_not_happen' or doubts = 0) not valid,
  add constraint action_log_success_is_no_failure
    check (status <> 'succeeded' or failure is null) not valid,
  add constraint action_log_approval_names_its_request
    check (release_reason <> 'approval' or release_request_id is not null) not valid,
  add constraint action_log_release_is_unclaimed
    check (status <> 'released' or (release_reason is not null and claim_token is null)) not valid,
  add constraint action_log_replaced_by_fkey
    foreign key (replaced_by) references action_log (key) not valid;

do $$
declare
  unvalidated text;
begin
  if not exists (select from action_log) then
    for unvalidated in
      select conname from pg_constraint where conrelid = 'action_log'::regclass and not convalidated
    loop
      execute format('alter table action_log validate constraint %I', unvalidated);
    end loop;
  end if;
end;
$$;

-- One step of a run is one effect, however the payload was worded.
create unique index action_log_run_step_key on action_log (run_id, step)
  where step is not null and replaced_by is null;
create index action_log_in_flight_idx on action_log (coalesce(deadline_at, 'infinity'), attempted_at)
  where status = 'in_flight';
create index action_log_heartbeat_idx on action_log (heartbeat_every_ms, attempted_at)
  where status = 'in_flight' and heartbeat_every_ms is not null;
create index action_log_released_idx on action_log (kind, claimable_at) where status = 'released';
create index action_log_release_expires_idx on action_log (release_expires_at) where status = 'released';
create index action_log_unjudged_idx on action_log (next_check_at)
  where status = 'failed' and judged_attempt < attempt;
-- What took how long, lately: a B-tree would cost every success more than this costs.
create index action_log_completed_at_idx on action_log using brin (completed_at) with (autosummarize = on);
create index action_log_check_due_idx on action_log (next_check_at)
  where status = 'failed' and judged_attempt >= attempt and next_check_at is not null;
create index action_log_replaced_by_idx on action_log (replaced_by) where replaced_by is not null;
create index action_log_foreign_status_idx on action_log (key)
  where status not in ('held', 'in_flight', 'released', 'succeeded', 'failed', 'dismissed');

create table action_attempt (
  id bigint generated always as identity primary key,
  action_key text not null references action_log (key),
  attempt integer not null check (attempt > 0),
  claim_token uuid,
  claimed_by text,
  attempted_at timestamptz,
  deadline_at timestamptz,
  effect_started_at timestamptz,
  ended_at timestamptz not null default clock_timestamp(),
  ended_by text not null check (ended_by in ('worker', 'reaper', 'late_report')),
  phase text,
  outcome text not null check (outcome in ('not_started', 'did_not_happen', 'may_have_happened', 'landed')),
  error jsonb,
  late_outcome text check (late_outcome in ('landed', 'did_not_happen')),
  late_at timestamptz,
  late_result jsonb,
  late_error jsonb,
  constraint action_attempt_claim_key unique nulls not distinct (action_key, attempt, claim_token)
);

-- One question to the provider about an action, and its answer; without one, whoever asked was stopped.
create table verification (
  id bigint generated always as identity primary key,
  action_key text not null references action_log (key),
  attempt integer not null,
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  answer text check (answer in ('landed', 'absent', 'inconclusive')),
  consequence text check (consequence in
    ('settled', 'released', 'asked', 'try_again', 'too_early', 'review_open', 'overtaken')),
  evidence jsonb not null default '{}',
  constraint verification_answered check ((answered_at is null) = (answer is null))
);
create index verification_action_key_id_idx on verification (action_key, id);

create table review (
  id uuid primary key default gen_random_uuid(),
  action_key text not null references action_log (key),
  attempt integer not null,
  state text not null default 'open' check (state in ('open', 'released', 'closed')),
  resolution text
    check (resolution in ('sent', 'dismissed', 'marked_happened', 'landed_late', 'verified', 'superseded')),
  version integer not null default 1,
  assignee_id text,
  cause text,
  reason text,
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  constraint review_closed_has_resolution check ((state = 'closed') = (resolution is not null))
);
create unique index review_one_open_per_action on review (action_key) where state <> 'closed';
create index review_action_key_idx on review (action_key, opened_at);
create index review_open_queue_idx on review (opened_at, id) where state <> 'closed';
create index review_closed_at_idx on review (closed_at desc, id) where state = 'closed';

create table review_comment (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references review (id),
  author_id text not null,
  body text not null check (length(body) between 1 and 4000),
  at timestamptz not null default clock_timestamp()
);
create index review_comment_review_id_idx on review_comment (review_id, at);

create table bulk_request (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('send', 'resend', 'dismiss', 'mark_happened')),
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired', 'stopped')),
  requested_by text not null,
  reason text not null,
  filter jsonb not null default '{}',
  pace_seconds numeric not null default 0 check (pace_seconds >= 0),
  requested_at timestamptz not null default clock_timestamp(),
  stopped_at timestamptz,
  stopped_by text
);

create table review_request (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references review (id),
  type text not null check (type in ('send', 'resend', 'dismiss', 'mark_happened')),
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired', 'superseded')),
  requested_by text not null check (requested_by <> ''),
  reason text not null,
  payload_hash text,
  expires_at timestamptz not null,
  edited_by text not null default '',
  attempt integer,
  note text,
  reference text,
  requested_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by text,
  end_reason text,
  recovery text,
  gate text,
  sign_offs_needed integer check (sign_offs_needed >= 0),
  idempotency_key text,
  bulk_request_id uuid references bulk_request (id),
  bulk_position integer,
  constraint review_request_signed_key unique (id, requested_by, edited_by),
  constraint review_request_idempotency_key unique (requested_by, idempotency_key)
);
create unique index review_request_one_pending on review_request (review_id) where state = 'pending';
create index review_request_review_id_idx on review_request (review_id, requested_at);
create index review_request_pending_expiry_idx on review_request (expires_at) where state = 'pending';
create index review_request_bulk_idx on review_request (bulk_request_id, bulk_position);

alter table action_log
  add constraint action_log_release_request_id_fkey
    foreign key (release_request_id) references review_request (id);

create table sign_off (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  requested_by text not null,
  edited_by text not null default '',
  approver_id text not null check (approver_id <> ''),
  verdict text not null check (verdict in ('approve', 'reject')),
  at timestamptz not null default clock_timestamp(),
  note text,
  idempotency_key text,
  constraint sign_off_one_per_approver unique (request_id, approver_id),
  constraint sign_off_not_by_requester check (approver_id <> requested_by),
  constraint sign_off_not_by_editor check (approver_id <> edited_by),
  constraint sign_off_request_fkey foreign key (request_id, requested_by, edited_by)
    references review_request (id, requested_by, edited_by)
);

create table policy (
  kind text primary key check (kind ~ '^\S+$'),
  recovery text not null default 'ask' check (recovery in ('retry', 'verify', 'ask')),
  stale_after_seconds integer not null default 900 check (stale_after_seconds >= 1),
  max_attempts integer not null default 3 check (max_attempts >= 1),
  backoff_seconds integer not null default 60 check (backoff_seconds >= 0),
  provider_window_seconds integer not null default 86400 check (provider_window_seconds >= 0),
  verify jsonb,
  gate text not null default 'never' check (gate in ('never', 'before_send')),
  sign_offs_resend integer not null default 1 check (sign_offs_resend >= 0),
  sign_offs_dismiss integer not null default 0 check (sign_offs_dismiss >= 0),
  sign_offs_mark_happened integer not null default 0 check (sign_offs_mark_happened >= 0),
  request_ttl_seconds integer not null default 86400 check (request_ttl_seconds >= 1),
  release_ttl_seconds integer not null default 3600 check (release_ttl_seconds >= 1),
  hold_seconds integer not null default 30 check (hold_seconds >= 0),
  nudge text not null default 'worker' check (nudge in ('none', 'worker', 'webhook')),
  nudge_webhook jsonb,
  redact text[] not null default '{}',
  paused boolean not null default false,
  version integer not null default 1,
  effective_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text not null default 'system',
  -- A gate that was switched off still holds until then.
  gate_until timestamptz
);

create table policy_revision (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  version integer not null,
  fields jsonb not null,
  reason text,
  loosens boolean not null default false,
  state text not null default 'in_force'
    check (state in ('proposed', 'in_force', 'rejected', 'withdrawn', 'superseded')),
  proposed_by text not null,
  approved_by text,
  proposed_at timestamptz not null default clock_timestamp(),
  effective_at timestamptz,
  needs_sign_off boolean not null default false,
  decided_by text,
  decided_at timestamptz,
  note text,
  constraint policy_revision_version_key unique (kind, version),
  constraint policy_revision_not_by_proposer check (not loosens or approved_by <> proposed_by),
  constraint policy_revision_signed check (
    not needs_sign_off or (loosens and (state <> 'in_force' or approved_by is not null))
  )
);
create unique index policy_revision_one_proposed on policy_revision (kind) where state = 'proposed';

create table nudge (
  id uuid primary key default gen_random_uuid(),
  action_key text not null references action_log (key),
  attempt integer not null,
  kind text not null,
  channel text not null check (channel in ('worker', 'webhook')),
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  error text,
  created_at timestamptz not null default clock_timestamp()
);
create index nudge_due_idx on nudge (kind, next_at) where sent_at is null;

create table reaper_run (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  started_by text not null default 'cron',
  stopped_by text check (stopped_by in ('done', 'limit', 'deadline', 'error')),
  counts jsonb not null default '{}',
  error text
);
create index reaper_run_started_at_idx on reaper_run (started_at desc);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_type text not null check (actor_type in ('person', 'worker', 'reaper', 'system')),
  actor_id text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  via text,
  request_id text
);
create index audit_log_subject_idx on audit_log (subject_type, subject_id, id);

create table audit_seal (
  id bigint generated always as identity primary key,
  from_id bigint not null,
  to_id bigint not null,
  row_count integer not null,
  hash text not null,
  previous_hash text not null default '',
  at timestamptz not null default clock_timestamp(),
  constraint audit_seal_range check (from_id <= to_id),
  constraint audit_seal_from_id_key unique (from_id)
);

create table auth_user (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  roles text[] not null default '{operator}'
    check (roles <@ array['operator', 'approver', 'admin'] and cardinality(roles) > 0),
  disabled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table auth_session (
  id text primary key,
  token text not null unique,
  user_id text not null references auth_user (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index auth_session_user_id_idx on auth_session (user_id);

create table auth_account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references auth_user (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index auth_account_user_id_idx on auth_account (user_id);

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index auth_verification_identifier_idx on auth_verification (identifier);

create table auth_rate_limit (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- Never deleted, never rewritten.

create function notwice_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: its rows are kept for ever', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end;
$$;

create trigger action_log_is_kept before delete or truncate on action_log
  for each statement execute function notwice_refuse_change();
create trigger audit_log_is_kept before update or delete or truncate on audit_log
  for each statement execute function notwice_refuse_change();

create function notwice_sha256(bytes text) returns text language sql immutable strict parallel safe as $$
  select encode(sha256(convert_to(bytes, 'UTF8')), 'hex');
$$;

-- Checked once, at the insert: a check constraint would hash the payload again on every heartbeat.
create function notwice_refuse_wrong_hash() returns trigger language plpgsql as $$
begin
  if new.payload_hash is distinct from notwice_sha256(new.payload) then
    raise exception 'payload_hash is not the sha-256 of payload' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger action_log_payload_hash before insert on action_log
  for each row when (new.payload is not null) execute function notwice_refuse_wrong_hash();

create function notwice_refuse_intent_change() returns trigger language plpgsql as $$
begin
  -- Redaction of a settled row is the one change let through: payload and target become null, nothing else.
  if old.status in ('succeeded', 'dismissed')
    and new.payload is null and new.target is null
    and (new.key, new.run_id, new.kind) = (old.key, old.run_id, old.kind)
    and new.step is not distinct from old.step
    and new.payload_hash is not distinct from old.payload_hash
  then
    return new;
  end if;
  raise exception 'the intent of action % is frozen: its key, run, step, kind, target and payload never change',
    left(old.key, 10) using errcode = 'restrict_violation';
end;
$$;

create trigger action_log_20_frozen
  before update of key, run_id, step, kind, target, payload, payload_hash on action_log
  for each row
  when (
    (old.key, old.run_id, old.kind) is distinct from (new.key, new.run_id, new.kind)
    or old.step is distinct from new.step
    or old.target is distinct from new.target
    or old.payload_hash is distinct from new.payload_hash
    or old.payload is distinct from new.payload
  )
  execute function notwice_refuse_intent_change();

create function notwice_refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
      ('held', 'released'), ('held', 'dismissed'),
      ('in_flight', 'succeeded'), ('in_flight', 'failed'), ('in_flight', 'released'),
      ('failed', 'succeeded'), ('failed', 'released'), ('failed', 'dismissed'),
      ('released', 'in_flight'), ('released', 'succeeded'), ('released', 'dismissed'),
      ('dismissed', 'succeeded'))
    or (old.status, new.status) in (('released', 'failed'), ('dismissed', 'failed')) and old.attempt > 0
    or (old.status, new.status) in (('released', 'held'), ('dismissed', 'held')) and old.attempt = 0
    -- A word that is not ours, in an adopted row: settled by its worker, or turned by the reaper.
    or old.status not in ('held', 'in_flight', 'released', 'succeeded', 'failed', 'dismissed')
      and new.status in ('failed', 'succeeded')
  then
    return new;
  end if;
  raise exception 'action % cannot go from % to %', left(old.key, 10), old.status, new.status
    using errcode = 'restrict_violation';
end;
$$;

create trigger action_log_30_transition before update of status on action_log
  for each row
  when (
    old.status is distinct from new.status
    and not (old.status = 'in_flight' and new.status in ('succeeded', 'failed'))
  )
  execute function notwice_refuse_illegal_transition();

create function notwice_refuse_second_decision() returns trigger language plpgsql as $$
begin
  raise exception 'request % is %: a decided request stays as it was decided', old.id, old.state
    using errcode = 'restrict_violation';
end;
$$;

create trigger review_request_decided_once before update of state on review_request
  for each row when (old.state <> 'pending' and new.state is distinct from old.state)
  execute function notwice_refuse_second_decision();

create function notwice_refuse_revision_change() returns trigger language plpgsql as $$
begin
  raise exception 'version % of the policy for % is kept as it was %', old.version, old.kind,
    case old.state when 'proposed' then 'proposed' else 'decided' end using errcode = 'restrict_violation';
end;
$$;

-- What was proposed is what is signed, and it is decided once.
create trigger policy_revision_decided_once before update on policy_revision
  for each row when (
    old.state <> 'proposed'
    or (old.kind, old.version, old.fields, old.proposed_by, old.loosens, old.needs_sign_off)
      is distinct from (new.kind, new.version, new.fields, new.proposed_by, new.loosens, new.needs_sign_off)
  )
  execute function notwice_refuse_revision_change();
create trigger policy_revision_is_kept before delete or truncate on policy_revision
  for each statement execute function notwice_refuse_change();

-- A request binds the attempt it was made for, and a sign-off its editor, also when plain SQL leaves them out.
create function notwice_bind_request() returns trigger language plpgsql as $$
declare
  of_action text;
begin
  select r.action_key into of_action from review r where r.id = new.review_id;
  if new.attempt is null then
    select a.attempt into new.attempt from action_log a where a.key = of_action;
  end if;
  -- Who edited the bytes signs no request on this action, ever, whichever review it stands in.
  if new.edited_by = '' then
    select q.edited_by into new.edited_by
      from review_request q join review r on r.id = q.review_id
      where r.action_key = of_action and q.edited_by <> '' order by q.requested_at desc limit 1;
    new.edited_by := coalesce(new.edited_by, '');
  end if;
  return new;
end;
$$;

create trigger review_request_bind before insert on review_request
  for each row execute function notwice_bind_request();

create function notwice_refuse_request_change() returns trigger language plpgsql as $$
begin
  raise exception 'request % is kept as it was asked', old.id
    using errcode = 'restrict_violation', constraint = 'review_request_frozen';
end;
$$;

create trigger review_request_frozen before update on review_request
  for each row
  when (
    (old.id, old.review_id, old.type, old.requested_by)
      is distinct from (new.id, new.review_id, new.type, new.requested_by)
    or (old.edited_by <> '' and old.edited_by is distinct from new.edited_by)
    or old.payload_hash is distinct from new.payload_hash
    or old.attempt is distinct from new.attempt
  )
  execute function notwice_refuse_request_change();

create function notwice_bind_sign_off() returns trigger language plpgsql as $$
begin
  select r.edited_by into new.edited_by from review_request r where r.id = new.request_id;
  new.edited_by := coalesce(new.edited_by, '');
  return new;
end;
$$;

create trigger sign_off_bind before insert on sign_off
  for each row execute function notwice_bind_sign_off();

-- Late reports: what a worker says about an attempt that is no longer its own. One definition for the library,
-- for the seven-column worker (a trigger) and for verification, so that no path forgets a success.

-- The row as a late success leaves it. Pure; a repeat of the same report is the caller's to recognise.
create function notwice_with_late_success(
  a action_log, reporter_attempt integer, reported_result jsonb, reported_by text
) returns action_log language plpgsql as $$
begin
  if a.status = 'succeeded' then
    if reported_by <> 'late_worker' then
      return a;
    end if;
    if a.settled_by in ('verification', 'attestation') then
      a.settled_by := 'late_worker';
      a.result := reported_result;
      a.late_attempt := reporter_attempt;
    else
      a.late_attempt := coalesce(a.late_attempt, reporter_attempt);
      a.duplicate := case when a.release_reason = 'retry' then a.duplicate else 'confirmed' end;
    end if;
  elsif a.status = 'in_flight' and not (a.two_phase and a.effect_started_at is null) then
    -- A newer attempt may have started. It goes on, and the row ends succeeded whatever becomes of it.
    if a.release_reason is distinct from 'retry' then
      a.duplicate := case when a.late_attempt <> reporter_attempt then 'confirmed'
        else coalesce(a.duplicate, 'suspected') end;
    end if;
    a.late_attempt := coalesce(a.late_attempt, reporter_attempt);
  else
    a.claim_token := case when a.status = 'in_flight' then null else a.claim_token end;
    a.status := 'succeeded';
    a.settled_by := reported_by;
    a.late_attempt := case when reported_by = 'late_worker' then reporter_attempt else a.late_attempt end;
    a.result := reported_result;
    a.failure := null;
    a.error := null;
    a.next_check_at := null;
    a.completed_at := clock_timestamp();
  end if;
  return a;
end;
$$;

-- What follows from it beside the row, which the caller holds locked: the attempts, the review, its request, the audit.
create function notwice_settle_late_success(
  before_report action_log, after_report action_log, reporter_attempt integer, reporter_token uuid,
  reported_result jsonb, reported_by text, reporter text
) returns void language plpgsql as $$
begin
  if reported_by = 'late_worker' then
    insert into action_attempt (action_key, attempt, claim_token, ended_by, outcome,
      late_outcome, late_at, late_result)
    values (before_report.key, reporter_attempt, reporter_token, 'late_report', 'landed',
      'landed', clock_timestamp(), reported_result)
    on conflict on constraint action_attempt_claim_key do update
      set late_outcome = 'landed', late_at = clock_timestamp(), late_result = reported_result;
  end if;

  if after_report.status = 'succeeded' and before_report.status <> 'succeeded' then
    if before_report.status = 'in_flight' then
      insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at,
        ended_by, outcome)
      values (before_report.key, before_report.attempt, before_report.claim_token, before_report.claimed_by,
        before_report.attempted_at, before_report.deadline_at, 'late_report', 'not_started')
      on conflict on constraint action_attempt_claim_key do nothing;
      update review set resolution = 'landed_late', version = version + 1
        where resolution = 'sent' and before_report.release_reason = 'approval'
          and id = (select review_id from review_request where id = before_report.release_request_id);
    end if;
    update review set state = 'closed', closed_at = clock_timestamp(), version = version + 1,
        resolution = case reported_by when 'verification' then 'verified' else 'landed_late' end
      where action_key = before_report.key and state <> 'closed';
    update review_request set state = 'superseded', decided_at = clock_timestamp(),
        end_reason = case reported_by when 'verification' then 'verified' else 'landed_late' end
      where state = 'pending'
        and review_id in (select id from review where action_key = before_report.key);
  end if;

  insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
  values (case reported_by when 'verification' then 'reaper' else 'worker' end, reporter,
    case reported_by when 'verification' then 'action.verified' else 'action.landed_late' end,
    'action', before_report.key,
    jsonb_build_object('attempt', reporter_attempt, 'from', before_report.status,
      'to', after_report.status, 'duplicate', after_report.duplicate));
end;
$$;

create function notwice_late_success(
  action_key text, reporter_attempt integer, reporter_token uuid, reported_result jsonb,
  reported_by text, reporter text
) returns text language plpgsql as $$
declare
  was action_log;
  became action_log;
begin
  -- The action row first: every transaction that touches a case begins here.
  select * into was from action_log where key = action_key for update;
  if not found then
    return 'unknown_action';
  end if;
  if reporter_attempt is null or reporter_attempt not between 1 and was.attempt then
    return 'unknown_attempt';
  end if;
  if was.status = 'in_flight' and was.attempt = reporter_attempt and was.claim_token = reporter_token then
    return 'holder';
  end if;
  -- The report of a claim that ended well, or one already heard, changes nothing.
  if (was.status = 'succeeded' and was.attempt = reporter_attempt and was.claim_token = reporter_token
      and coalesce(was.settled_by, 'worker') = 'worker')
    or exists (
      select from action_attempt t
      where t.action_key = was.key and t.attempt = reporter_attempt
        and t.claim_token is not distinct from reporter_token and t.late_outcome = 'landed')
  then
    return 'repeat';
  end if;
  became := notwice_with_late_success(was, reporter_attempt, reported_result, reported_by);
  update action_log set status = became.status, settled_by = became.settled_by, result = became.result,
      late_attempt = became.late_attempt, duplicate = became.duplicate, failure = became.failure,
      error = became.error, claim_token = became.claim_token, next_check_at = became.next_check_at,
      completed_at = became.completed_at, revision = revision + 1
    where key = was.key;
  perform notwice_settle_late_success(was, became, reporter_attempt, reporter_token, reported_result,
    reported_by, reporter);
  return became.status;
end;
$$;

-- A late proof that the reporter's own attempt did nothing. It counts once; no release follows from it.
create function notwice_late_failure(
  action_key text, reporter_attempt integer, reporter_token uuid, reported_error jsonb, reporter text
) returns text language plpgsql as $$
declare
  was action_log;
begin
  select * into was from action_log where key = action_key for update;
  if not found then
    return 'unknown_action';
  end if;
  update action_attempt t
    set late_outcome = 'did_not_happen', late_at = clock_timestamp(), late_error = reported_error
    where t.action_key = was.key and t.attempt = reporter_attempt and t.claim_token = reporter_token
      and t.outcome = 'may_have_happened' and t.late_outcome is null;
  if not found then
    return 'repeat';
  end if;
  if was.status <> 'succeeded' then
    update action_log set doubts = doubts - 1, revision = revision + 1,
        failure = case when doubts = 1 and failure = 'may_have_happened' then 'did_not_happen' else failure end
      where key = was.key;
    update review set version = version + 1 where review.action_key = was.key and state <> 'closed';
    update review_request set state = 'superseded', decided_at = clock_timestamp(), end_reason = 'evidence_changed'
      where state = 'pending' and review_id in (select id from review where review.action_key = was.key);
  end if;
  insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
  values ('worker', reporter, 'action.failed_late', 'action', was.key,
    jsonb_build_object('attempt', reporter_attempt, 'status', was.status));
  return was.status;
end;
$$;

-- A status change that does not raise `revision` is a seven-column writer's: it names the key alone and would
-- trample a release, a dismissal or a newer attempt. Its word is taken as a late report; it never raises.
create function notwice_hear_seven_columns() returns trigger language plpgsql as $$
declare
  reporter_attempt integer;
  became action_log;
begin
  if old.status not in ('held', 'in_flight', 'released', 'succeeded', 'failed', 'dismissed') then
    new.revision := old.revision + 1;
    return new;
  end if;
  if new.status = 'failed' or old.attempt = 0 then
    return old;
  end if;
  select t.attempt into reporter_attempt from action_attempt t
    where t.action_key = old.key and t.claim_token is null order by t.attempt desc limit 1;
  reporter_attempt := coalesce(reporter_attempt,
    case when old.status in ('failed', 'succeeded') and old.claim_token is null then old.attempt end,
    greatest(old.attempt - 1, 1));
  if (old.status = 'succeeded' and reporter_attempt =
      (case coalesce(old.settled_by, 'worker') when 'worker' then old.attempt else old.late_attempt end))
    or exists (
      select from action_attempt t
      where t.action_key = old.key and t.attempt = reporter_attempt
        and t.claim_token is null and t.late_outcome = 'landed')
  then
    return old;
  end if;
  became := notwice_with_late_success(old, reporter_attempt, new.result, 'late_worker');
  became.revision := old.revision + 1;
  perform notwice_settle_late_success(old, became, reporter_attempt, null, new.result, 'late_worker',
    'seven-column');
  return became;
end;
$$;

-- False for first attempts in flight: the hot path pays for the comparison alone.
create trigger action_log_10_seven_columns before update of status on action_log
  for each row
  when (
    new.revision = old.revision
    and (old.attempt <> 1 or old.status <> 'in_flight')
    and new.status in ('succeeded', 'failed')
  )
  execute function notwice_hear_seven_columns();

-- What a decision rests on is kept too.
create trigger action_attempt_is_kept before delete or truncate on action_attempt
  for each statement execute function notwice_refuse_change();
create trigger review_is_kept before delete or truncate on review
  for each statement execute function notwice_refuse_change();
create trigger review_request_is_kept before delete or truncate on review_request
  for each statement execute function notwice_refuse_change();
create trigger sign_off_is_kept before update or delete or truncate on sign_off
  for each statement execute function notwice_refuse_change();

insert into policy (kind, recovery, stale_after_seconds, sign_offs_resend) values
  ('send_email', 'ask', 2400, 1),
  ('create_invoice', 'retry', 900, 1),
  ('post_message', 'ask', 900, 1);
insert into policy_revision (kind, version, fields, reason, proposed_by, effective_at)
  select kind, version,
    jsonb_build_object(
      'recovery', recovery, 'staleAfterSeconds', stale_after_seconds, 'maxAttempts', max_attempts,
      'backoffSeconds', backoff_seconds, 'providerWindowSeconds', provider_window_seconds, 'verify', verify,
      'gate', gate, 'signOffs', jsonb_build_object(
        'resend', sign_offs_resend, 'dismiss', sign_offs_dismiss, 'markHappened', sign_offs_mark_happened),
      'requestTtlSeconds', request_ttl_seconds, 'releaseTtlSeconds', release_ttl_seconds, 'holdSeconds', hold_seconds,
      'nudge', nudge, 'nudgeWebhook', nudge_webhook, 'redact', to_jsonb(redact), 'paused', paused),
    'shipped with Notwice', 'system', effective_at
  from policy;
