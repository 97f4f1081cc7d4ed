-- The desk's pages hear that something of a table changed, and ask for it themselves. One word, whatever was changed.
-- Only tables that a claim, a begin and a plain success do not touch: those stay two single-row statements.
create function tell_desk() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notwice_desk', tg_argv[0]);
  return null;
end
$$;

create trigger review_tells_desk after insert or update or delete on review
  for each statement execute function tell_desk('reviews');
create trigger review_request_tells_desk after insert or update or delete on review_request
  for each statement execute function tell_desk('reviews');
create trigger sign_off_tells_desk after insert or update or delete on sign_off
  for each statement execute function tell_desk('reviews');
create trigger review_comment_tells_desk after insert or update or delete on review_comment
  for each statement execute function tell_desk('reviews');
create trigger policy_tells_desk after insert or update or delete on policy
  for each statement execute function tell_desk('policies');
create trigger policy_revision_tells_desk after insert or update or delete on policy_revision
  for each statement execute function tell_desk('policies');
create trigger reaper_run_tells_desk after insert or update or delete on reaper_run
  for each statement execute function tell_desk('reaper');
