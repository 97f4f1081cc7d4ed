-- A bulk request is a set that was frozen as rows when it was made: what arrives later is never in it.

alter table bulk_request
  drop constraint bulk_request_state_check,
  add constraint bulk_request_state_check check (
    state in ('draft', 'pending', 'approved', 'rejected', 'withdrawn', 'expired', 'stopped')),
  -- `ask`: one request per item is made in its maker's name. `sign`: a set of requests that were already pending.
  add column form text not null default 'ask',
  add column note text,
  add column reference text,
  add column asked_at timestamptz,
  add column ask_answer jsonb,
  add column stop_answer jsonb,
  add column draft_key text,
  add column ask_key text,
  add constraint bulk_request_form_word check (form in ('ask', 'sign')),
  add constraint bulk_request_draft_key unique (requested_by, draft_key);
create index bulk_request_requested_at_idx on bulk_request (requested_at desc, id);

create table bulk_request_item (
  bulk_request_id uuid not null references bulk_request (id),
  position integer not null check (position > 0),
  review_id uuid not null references review (id),
  -- What was seen when the set was frozen.
  version integer not null,
  payload_hash text,
  risk text check (risk in ('safe', 'deduped', 'check_first', 'may_duplicate')),
  sign_offs_needed integer,
  -- Why it is no part of the set, or why its request could not be made.
  left_out text,
  refused text,
  because text,
  because_by text,
  because_at timestamptz,
  request_id uuid references review_request (id),
  -- The version of the review once its request was pending: what an approver signs.
  asked_version integer,
  primary key (bulk_request_id, position),
  constraint bulk_request_item_once unique (bulk_request_id, review_id),
  constraint bulk_request_item_one_outcome check (num_nonnulls(left_out, refused, asked_version) <= 1)
);
create index bulk_request_item_request_id_idx on bulk_request_item (request_id);

-- One signature of one approver for the whole set, with what came of it item by item.
create table bulk_sign_off (
  id uuid primary key default gen_random_uuid(),
  bulk_request_id uuid not null references bulk_request (id),
  approver_id text not null,
  verdict text not null check (verdict in ('approve', 'reject')),
  at timestamptz not null default clock_timestamp(),
  note text,
  idempotency_key text,
  answer jsonb not null default '{}',
  constraint bulk_sign_off_one_per_approver unique (bulk_request_id, approver_id)
);

create function notwice_refuse_item_change() returns trigger language plpgsql as $$
begin
  raise exception 'item % of bulk request % is kept as it was frozen', old.position, old.bulk_request_id
    using errcode = 'restrict_violation', constraint = 'bulk_request_item_frozen';
end;
$$;

create trigger bulk_request_item_frozen before update on bulk_request_item
  for each row
  when (
    (old.bulk_request_id, old.position, old.review_id, old.version, old.payload_hash, old.left_out)
      is distinct from (new.bulk_request_id, new.position, new.review_id, new.version, new.payload_hash, new.left_out)
    or (old.request_id is not null and old.request_id is distinct from new.request_id)
  )
  execute function notwice_refuse_item_change();

create trigger bulk_request_is_kept before delete or truncate on bulk_request
  for each statement execute function notwice_refuse_change();
create trigger bulk_request_item_is_kept before delete or truncate on bulk_request_item
  for each statement execute function notwice_refuse_change();
create trigger bulk_sign_off_is_kept before update or delete or truncate on bulk_sign_off
  for each statement execute function notwice_refuse_change();
