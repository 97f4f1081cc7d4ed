-- Who, in which role, from where and why: what a row of the audit did not say yet.
alter table audit_log add column roles text[], add column reason text, add column address text;

create index audit_log_at_idx on audit_log (at, id);
create index audit_log_actor_idx on audit_log (actor_id, at, id);
create index audit_log_action_idx on audit_log (action, at, id);
create index audit_log_via_idx on audit_log (via, at, id) where via is not null;
create index audit_log_request_id_idx on audit_log (request_id) where request_id is not null;
create index audit_log_subject_id_idx on audit_log (subject_id collate "C");
create index audit_log_action_key_idx on audit_log ((detail ->> 'action_key') collate "C")
  where detail ? 'action_key';

-- `entries` has a line for each row, its id and its hash, so that a fault names the rows and not a thousand of them.
alter table audit_seal add column form smallint not null default 1, add column entries text not null default '';
create unique index audit_seal_previous_hash_key on audit_seal (previous_hash);
create trigger audit_seal_is_kept before update or delete or truncate on audit_seal
  for each statement execute function notwice_refuse_change();

-- Rows up to `upto` are complete once none of the `holders` writes any more: lib/audit/seal says why.
create table audit_fence (
  id bigint generated always as identity primary key,
  upto bigint not null,
  holders text[] not null,
  at timestamptz not null default clock_timestamp()
);

-- What the reaper found when it last looked at the newest seals; one row.
create table audit_check (
  id integer primary key default 1 check (id = 1),
  at timestamptz not null default clock_timestamp(),
  seals integer not null,
  faults jsonb not null default '[]'
);

