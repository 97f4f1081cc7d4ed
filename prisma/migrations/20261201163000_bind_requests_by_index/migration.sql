-- Binding a request, or a sign-off, to what it is about looks into indexes only. A plan is kept for the session: one made
-- while the table was small read all requests there ever were, for each of a set's thousand (docs/bulk-cost.md).

-- Which attempt was asked about; and everyone who edited the bytes of the action or of a version it replaces, who signs
-- no request on it, ever. `edited_by` names the last of them alone.
create or replace function notwice_bind_request() returns trigger language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  of_action text;
  of_attempt integer;
  last_editor text;
begin
  select r.action_key, a.attempt into of_action, of_attempt
    from review r join action_log a on a.key = r.action_key where r.id = new.review_id;
  new.attempt := coalesce(new.attempt, of_attempt);
  select coalesce(array_agg(distinct q.edited_by order by q.edited_by), '{}'),
      (array_agg(q.edited_by order by q.requested_at desc))[1]
    into new.editors, last_editor
    from review r join review_request q on q.review_id = r.id
    where r.action_key = of_action and q.edited_by <> '';
  new.edited_by := coalesce(nullif(new.edited_by, ''), last_editor, '');
  if exists (select from action_log a where a.replaced_by = of_action and a.replaced_by is not null) then
    with recursive version as (
      select of_action as key
      union
      select a.key from action_log a join version v on a.replaced_by = v.key
    )
    select coalesce(array_agg(distinct q.edited_by order by q.edited_by), '{}') into new.editors
      from version join review r on r.action_key = version.key join review_request q on q.review_id = r.id
      where q.edited_by <> '';
  end if;
  if new.edited_by <> '' and not new.edited_by = any (new.editors) then
    new.editors := new.editors || new.edited_by;
  end if;
  return new;
end;
$$;

alter function notwice_bind_sign_off() set enable_seqscan = off;
