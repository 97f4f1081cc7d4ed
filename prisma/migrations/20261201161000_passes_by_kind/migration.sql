-- What a pass did, kind by kind, in the words of its counts: {"send_email": {"asked": 2}}.
alter table reaper_run add column by_kind jsonb not null default '{}';
