-- What people have been told of. Whatever is older than this migration counts as told.
alter table review add column told_at timestamptz default now();
alter table review alter column told_at drop default;
create index review_untold_idx on review (opened_at) where told_at is null and state = 'open';

alter table review_request
  add column told_at timestamptz default now(),
  add column reminded_at timestamptz,
  add column end_told_at timestamptz default now();
alter table review_request alter column told_at drop default, alter column end_told_at drop default;
create index review_request_untold_idx on review_request (requested_at) where told_at is null and state = 'pending';
create index review_request_end_untold_idx on review_request (decided_at)
  where end_told_at is null and state <> 'pending';

-- The same for what has no row of its own to be marked on.
create table notification_mark (
  event text not null,
  subject text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (event, subject)
);
create index action_log_duplicate_idx on action_log (key) where duplicate is not null;
insert into notification_mark (event, subject)
  select 'duplicate_' || duplicate, key from action_log where duplicate is not null;
insert into notification_mark (event, subject)
  select 'policy_waiting', id::text from policy_revision where state = 'proposed';

create table notification_webhook (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- Name of the variable that holds the address: whoever knows the address can post there.
  url_env text not null check (url_env ~ '^NOTWICE_SECRET_[A-Z0-9_]+$'),
  events text[] not null,
  -- Empty: every kind.
  kinds text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create table notification_preference (
  user_id text not null references auth_user (id) on delete cascade,
  event text not null,
  delivery text not null check (delivery in ('at_once', 'digest', 'off')),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, event)
);

-- One row is one message. It holds ids and numbers; what it says is read when it is sent.
create table notification (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'webhook')),
  -- A person's id, or a webhook's.
  recipient_id text not null,
  event text not null,
  -- Empty: of every kind.
  kind text not null default '',
  -- The message that this one answers.
  answers uuid,
  count integer not null default 1 check (count > 0),
  counts jsonb not null default '{}',
  -- The oldest of what it tells of.
  oldest_at timestamptz,
  review_id uuid,
  request_id uuid,
  state text not null default 'due'
    check (state in ('due', 'sending', 'sent', 'refused', 'in_doubt', 'dropped')),
  due_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  -- Frozen with the first try, as is the risk that its subject names.
  message_id text,
  told_risk text,
  sending_at timestamptz,
  ended_at timestamptz,
  error text,
  created_at timestamptz not null default clock_timestamp()
);
-- What becomes true until its first try joins the message; after it, another one begins.
create unique index notification_one_collecting on notification (channel, recipient_id, event, kind, answers)
  nulls not distinct where state = 'due' and tries = 0;
create index notification_due_idx on notification (due_at) where state = 'due';
create index notification_sending_idx on notification (sending_at) where state = 'sending';
create index notification_recipient_idx on notification (recipient_id, event, kind, ended_at);
create index notification_request_idx on notification (request_id) where request_id is not null;
