-- What the desk's lists filter, sort and count by stands on the review itself: joined to five million actions, a page
-- of fifty cases read every open one.

alter table review
  add column kind text,
  add column run_id text,
  add column target text,
  -- Where it was to go: the domain of an address, the host of a URL.
  add column host text,
  -- How far the attempt got that this is about, as `notwice_reached` words it.
  add column reached text,
  add column failure text,
  -- Its action replaces another: whether that one arrived is looked up, not kept.
  add column edited boolean not null default false,
  add column heard_late boolean not null default false,
  add column claimed_at timestamptz,
  add column first_attempted_at timestamptz,
  -- Of the pending request; infinity where there is none, so that it sorts last and compares without a special case.
  add column pending_request_id uuid,
  add column decide_by timestamptz not null default 'infinity',
  add column asked_by text,
  -- Who asked for the pending request, edited its bytes, or has signed it already.
  add column may_not_sign text[] not null default '{}',
  -- Of the last request that a signature approved or rejected.
  add column decided_request_id uuid,
  add column decided_at timestamptz;

create function notwice_host(target text) returns text language sql immutable parallel safe as $$
  select lower(coalesce(
    substring(target from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@]*@)?([^/:?#]+)'),
    substring(target from '@([^@<>\s]+?)\.?>?\s*$')
  ))
$$;

create function notwice_reached(outcome text, phase text, effect_started_at timestamptz)
returns text language sql immutable parallel safe as $$
  select case
    when outcome is null then 'not_started'
    when phase is not null then phase
    when effect_started_at is not null then 'began'
    when outcome = 'not_started' then 'nothing_begun'
    else 'unknown'
  end
$$;

-- For whoever inserts a review by the columns that every version of this schema has.
create function notwice_place_review() returns trigger language plpgsql as $$
begin
  select a.kind, a.run_id, a.target, notwice_host(a.target), a.failure, a.attempted_at, a.first_attempted_at,
    notwice_reached(t.outcome, t.phase, t.effect_started_at),
    exists (select from action_log p where p.replaced_by = a.key),
    a.late_attempt is not null or exists (
      select from action_attempt h where h.action_key = a.key and h.late_outcome is not null)
    into new.kind, new.run_id, new.target, new.host, new.failure, new.claimed_at, new.first_attempted_at,
      new.reached, new.edited, new.heard_late
  from action_log a
    left join lateral (
      select outcome, phase, effect_started_at from action_attempt
      where action_key = a.key order by attempt desc, id desc limit 1
    ) t on true
  where a.key = new.action_key;
  return new;
end;
$$;

create trigger review_place before insert on review
  for each row when (new.kind is null)
  execute function notwice_place_review();

-- Of an action in flight no case is open, so neither a claim nor the end of a first attempt pays for this.
create function notwice_tell_review() returns trigger language plpgsql as $$
begin
  update review set failure = new.failure, target = new.target, host = notwice_host(new.target),
      heard_late = heard_late or new.late_attempt is not null or new.doubts < old.doubts
    where action_key = new.key;
  return null;
end;
$$;

create trigger action_log_tell_review after update of failure, doubts, late_attempt, target on action_log
  for each row
  when (
    old.status <> 'in_flight' and new.status <> 'in_flight'
    and (old.failure, old.doubts, old.late_attempt, old.target)
      is distinct from (new.failure, new.doubts, new.late_attempt, new.target)
  )
  execute function notwice_tell_review();

create function notwice_tell_review_of_request() returns trigger language plpgsql as $$
begin
  update review r
    set pending_request_id = case when q.state = 'pending' then q.id end,
      decide_by = case when q.state = 'pending' then q.expires_at else 'infinity' end,
      asked_by = case when q.state = 'pending' then q.requested_by end,
      may_not_sign = case
        when q.state <> 'pending' then '{}'
        when r.pending_request_id = q.id then r.may_not_sign || q.edited_by
        else array[q.requested_by, q.edited_by] || q.editors
      end,
      edited = r.edited or q.edited_by <> '',
      decided_request_id = case when q.state in ('approved', 'rejected') and coalesce(q.sign_offs_needed, 1) > 0
        then q.id else r.decided_request_id end,
      decided_at = case when q.state in ('approved', 'rejected') and coalesce(q.sign_offs_needed, 1) > 0
        then q.decided_at else r.decided_at end
    from changed q
    where r.id = q.review_id and (q.state = 'pending' or r.pending_request_id = q.id);
  return null;
end;
$$;

-- Once for a statement, because a bulk decision is one.
create trigger review_request_asked after insert on review_request
  referencing new table as changed
  for each statement execute function notwice_tell_review_of_request();
create trigger review_request_ended after update on review_request
  referencing new table as changed
  for each statement execute function notwice_tell_review_of_request();

create function notwice_tell_review_of_sign_off() returns trigger language plpgsql as $$
begin
  update review r set may_not_sign = r.may_not_sign || s.signers
    from (select request_id, array_agg(approver_id) as signers from given group by request_id) s
    where r.pending_request_id = s.request_id;
  return null;
end;
$$;

create trigger sign_off_given after insert on sign_off
  referencing new table as given
  for each statement execute function notwice_tell_review_of_sign_off();

update review r
  set kind = a.kind, run_id = a.run_id, target = a.target, host = notwice_host(a.target), failure = a.failure,
    claimed_at = a.attempted_at, first_attempted_at = a.first_attempted_at,
    reached = notwice_reached(t.outcome, t.phase, t.effect_started_at),
    heard_late = a.late_attempt is not null or exists (
      select from action_attempt h where h.action_key = a.key and h.late_outcome is not null),
    edited = exists (select from action_log p where p.replaced_by = a.key),
    pending_request_id = q.id, decide_by = coalesce(q.expires_at, 'infinity'), asked_by = q.requested_by,
    may_not_sign = case when q.id is null then '{}'
      else array[q.requested_by, q.edited_by] || q.editors || array(select approver_id from sign_off s where s.request_id = q.id) end,
    decided_request_id = d.id, decided_at = d.decided_at
  from action_log a
    left join lateral (
      select outcome, phase, effect_started_at from action_attempt
      where action_key = a.key order by attempt desc, id desc limit 1
    ) t on true,
    review b
    left join review_request q on q.review_id = b.id and q.state = 'pending'
    left join lateral (
      select id, decided_at from review_request
      where review_id = b.id and state in ('approved', 'rejected') and coalesce(sign_offs_needed, 1) > 0
      order by decided_at desc limit 1
    ) d on true
  where a.key = r.action_key and b.id = r.id;

drop index review_open_queue_idx;
create index review_open_queue_idx on review (opened_at, id) include (state, failure, decide_by) where state <> 'closed';
create index review_proof_idx on review (opened_at, id) include (decide_by)
  where state = 'open' and failure = 'did_not_happen';
create index review_released_idx on review (opened_at, id) where state = 'released';
create index review_pending_idx on review (decide_by, opened_at, id)
  where state = 'open' and decide_by < 'infinity';
create index review_assignee_idx on review (assignee_id, opened_at, id)
  where state <> 'closed' and assignee_id is not null;
create index review_heard_late_idx on review (opened_at, id) where state <> 'closed' and heard_late;
create index review_attempts_idx on review (attempt, opened_at, id) where state <> 'closed';
create index review_decided_idx on review (decided_at, id) where decided_at is not null;
create index review_opened_at_idx on review (opened_at, id);
create index review_kind_idx on review (kind, opened_at, id) where state <> 'closed';
create index review_run_id_idx on review (run_id text_pattern_ops) where run_id is not null;
create index review_target_idx on review (lower(target) text_pattern_ops);
create index review_host_idx on review (host text_pattern_ops) where host is not null;
