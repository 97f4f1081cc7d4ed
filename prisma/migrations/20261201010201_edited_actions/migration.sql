-- Edited actions: who may never sign them, what a late success of an earlier version does to the later ones, and what
-- makes an update of a released row a claim.

-- Everyone who edited the bytes of an action or of a version it replaces signs no request on it, ever. `edited_by` names
-- the last of them alone.
alter table review_request add column editors text[] not null default '{}';
update review_request set editors = array[edited_by] where edited_by <> '';
alter table sign_off
  add column editors text[] not null default '{}',
  add constraint sign_off_not_by_former_editor check (not (approver_id = any (editors)));

create or replace function notwice_bind_request() returns trigger language plpgsql as $$
declare
  of_action text;
begin
  select r.action_key into of_action from review r where r.id = new.review_id;
  if new.attempt is null then
    select a.attempt into new.attempt from action_log a where a.key = of_action;
  end if;
  if new.edited_by = '' then
    select q.edited_by into new.edited_by
      from review_request q join review r on r.id = q.review_id
      where r.action_key = of_action and q.edited_by <> '' order by q.requested_at desc limit 1;
    new.edited_by := coalesce(new.edited_by, '');
  end if;
  with recursive version as (
    select of_action as key
    union
    select a.key from action_log a join version v on a.replaced_by = v.key
  )
  select coalesce(array_agg(distinct edited.by order by edited.by), '{}') into new.editors
    from (
      select q.edited_by as by
      from version join review r on r.action_key = version.key join review_request q on q.review_id = r.id
      union all
      select new.edited_by
    ) edited
    where edited.by <> '';
  return new;
end;
$$;

create or replace function notwice_bind_sign_off() returns trigger language plpgsql as $$
begin
  select r.edited_by, r.editors into new.edited_by, new.editors from review_request r where r.id = new.request_id;
  new.edited_by := coalesce(new.edited_by, '');
  new.editors := coalesce(new.editors, '{}');
  return new;
end;
$$;

create or replace trigger review_request_frozen before update on review_request
  for each row
  when (
    (old.id, old.review_id, old.type, old.requested_by)
      is distinct from (new.id, new.review_id, new.type, new.requested_by)
    or (old.edited_by <> '' and old.edited_by is distinct from new.edited_by)
    or (old.editors <> '{}' and old.editors is distinct from new.editors)
    or old.payload_hash is distinct from new.payload_hash
    or old.attempt is distinct from new.attempt
  )
  execute function notwice_refuse_request_change();

-- What is known of the versions that an action replaces, however far back; null where it replaces none.
create function notwice_predecessor(of_action text) returns text language sql stable as $$
  with recursive replaced as (
    select key, status, attempt, failure from action_log where replaced_by = of_action
    union
    select a.key, a.status, a.attempt, a.failure from action_log a join replaced r on a.replaced_by = r.key
  )
  select case
    when bool_or(status = 'succeeded') then 'landed'
    when bool_or(attempt > 0 and failure is distinct from 'did_not_happen') then 'may_have_happened'
    when count(*) > 0 then 'nothing_sent'
  end
  from replaced;
$$;

create or replace function notwice_refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  -- Otherwise one attempt would be executed twice, and by someone whose report nobody could tell from another's.
  if (old.status, new.status) = ('released', 'in_flight')
    and (new.claim_token is null or new.attempt <> old.attempt + 1)
  then
    raise exception 'action % is released: it goes in flight by a claim, with a token of its own as attempt %',
      left(old.key, 10), old.attempt + 1 using errcode = 'restrict_violation';
  end if;
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

-- The row as a late success leaves it. Pure; a repeat of the same report is the caller's to recognise. Where an earlier
-- version is known to have landed, `suspected` stands already without a late attempt of this row: then it is confirmed.
create or replace function notwice_with_late_success(
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
      a.duplicate := case a.duplicate when 'suspected' then 'confirmed' else a.duplicate end;
    else
      a.late_attempt := coalesce(a.late_attempt, reporter_attempt);
      a.duplicate := case when a.release_reason = 'retry' then a.duplicate else 'confirmed' end;
    end if;
  elsif a.status = 'in_flight' and not (a.two_phase and a.effect_started_at is null) then
    -- A newer attempt may have started. It goes on, and the row ends succeeded whatever becomes of it.
    if a.late_attempt is null and a.duplicate = 'suspected' then
      a.duplicate := 'confirmed';
    elsif a.release_reason is distinct from 'retry' then
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
    a.duplicate := case a.duplicate when 'suspected' then 'confirmed' else a.duplicate end;
  end if;
  return a;
end;
$$;

-- A replacing action as the news leaves it that a version it replaces has landed. Pure. No attempt of it may come from a
-- decision that was made without that news; what it may have sent already is a duplicate.
create function notwice_with_landed_predecessor(a action_log) returns action_log language plpgsql as $$
begin
  if a.status = 'succeeded' then
    -- Who attested it may have seen the other one.
    a.duplicate := case a.settled_by when 'attestation' then coalesce(a.duplicate, 'suspected') else 'confirmed' end;
  elsif a.status = 'in_flight' and not (a.two_phase and a.effect_started_at is null) then
    a.duplicate := case when a.late_attempt is not null then 'confirmed' else coalesce(a.duplicate, 'suspected') end;
  else
    if a.status = 'in_flight' then
      a.status := 'failed';
      a.failure := case when a.doubts = 0 then 'did_not_happen' else 'may_have_happened' end;
    elsif a.status = 'released' then
      a.status := case when a.attempt = 0 then 'held' else 'failed' end;
    elsif a.attempt = 0 or a.failure = 'did_not_happen' then
      return a;
    end if;
    if a.attempt > 0 and a.failure is distinct from 'did_not_happen' then
      a.duplicate := coalesce(a.duplicate, 'suspected');
    end if;
  end if;
  return a;
end;
$$;

-- An earlier version landed late: every version after it is told, to the end of the chain. A replaced action is locked
-- before its replacement; whoever locks several actions in key order holds no two versions of one: no circle of waiting.
create function notwice_tell_replacements(
  replaced action_log, reporter_type text, reporter text
) returns void language plpgsql as $$
declare
  next_key text := replaced.replaced_by;
  told text[] := array[replaced.key];
  was action_log;
  became action_log;
  came_back boolean;
  why constant text := 'An earlier version of this was reported to have arrived. Whatever is sent now is sent beside it.';
begin
  while next_key is not null and next_key <> all (told) loop
    select * into was from action_log where key = next_key for update;
    became := notwice_with_landed_predecessor(was);
    came_back := became.status <> was.status;
    if came_back then
      if was.status = 'in_flight' then
        insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at,
          ended_by, outcome)
        values (was.key, was.attempt, was.claim_token, was.claimed_by, was.attempted_at, was.deadline_at,
          'late_report', 'not_started')
        on conflict on constraint action_attempt_claim_key do nothing;
      end if;
      update action_log set status = became.status, failure = became.failure, duplicate = became.duplicate,
          completed_at = case when attempt = 0 then null else clock_timestamp() end,
          released_at = null, release_reason = null, release_request_id = null, release_expires_at = null,
          claimable_at = null, next_check_at = null, judged_attempt = attempt, revision = revision + 1
        where key = was.key;
      -- A claim that never began has sent nothing, so the case that it closed as sent is open again.
      update review set state = 'open', resolution = null, closed_at = null
        where was.status = 'in_flight' and was.release_reason = 'approval' and resolution = 'sent'
          and id = (select review_id from review_request where id = was.release_request_id);
      insert into review (action_key, attempt, cause, reason)
        select was.key, was.attempt, 'predecessor_landed', why
        where not exists (select from review where action_key = was.key and state <> 'closed');
    else
      update action_log set duplicate = became.duplicate, revision = revision + 1 where key = was.key;
    end if;
    update review set state = 'open', cause = 'predecessor_landed', reason = why, version = version + 1
      where action_key = was.key and state <> 'closed';
    update review_request set state = 'superseded', decided_at = clock_timestamp(), end_reason = 'predecessor_landed'
      where state = 'pending' and review_id in (select id from review where action_key = was.key);
    insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
    values (reporter_type, reporter, 'action.predecessor_landed', 'action', was.key,
      jsonb_build_object('landed', replaced.key, 'attempt', was.attempt, 'from', was.status, 'to', became.status,
        'duplicate', became.duplicate));
    told := told || was.key;
    next_key := was.replaced_by;
  end loop;
end;
$$;

-- What follows from it beside the row, which the caller holds locked: the attempts, the review, its request, the audit,
-- and the versions that replaced it.
create or replace function notwice_settle_late_success(
  before_report action_log, after_report action_log, reporter_attempt integer, reporter_token uuid,
  reported_result jsonb, reported_by text, reporter text
) returns void language plpgsql as $$
declare
  reporter_type constant text := case reported_by when 'verification' then 'reaper' else 'worker' end;
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
    perform notwice_tell_replacements(before_report, reporter_type, reporter);
  end if;

  insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
  values (reporter_type, reporter,
    case reported_by when 'verification' then 'action.verified' else 'action.landed_late' end,
    'action', before_report.key,
    jsonb_build_object('attempt', reporter_attempt, 'from', before_report.status,
      'to', after_report.status, 'duplicate', after_report.duplicate));
end;
$$;

-- The steps of a run are found by (run_id, step); this finds those that were never numbered. It costs a numbered one nothing.
create index action_log_unnumbered_run_idx on action_log (run_id) where step is null;
