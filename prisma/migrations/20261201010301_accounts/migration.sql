-- Roles that were given and do not count yet, when an account was last used, links that set a password.

alter table auth_user
  add column raised_roles text[] not null default '{}',
  add column raised_effective_at timestamptz,
  add column last_seen_at timestamptz;

-- A second identity of the provider under one address would be another person taking an account over.
create unique index auth_account_one_per_provider on auth_account (user_id, provider_id);

create table role_change (
  id uuid primary key default gen_random_uuid(),
  user_id text not null,
  from_roles text[] not null,
  to_roles text[] not null,
  gives text[] not null default '{}',
  state text not null default 'in_force'
    check (state in ('proposed', 'in_force', 'rejected', 'withdrawn', 'superseded')),
  needs_sign_off boolean not null default false,
  proposed_by text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  approved_by text,
  decided_by text,
  decided_at timestamptz,
  effective_at timestamptz,
  note text,
  constraint role_change_not_by_proposer check (approved_by <> proposed_by),
  constraint role_change_not_by_its_person check (approved_by <> user_id),
  constraint role_change_signed check (not needs_sign_off or state <> 'in_force' or approved_by is not null)
);
create index role_change_user_id_idx on role_change (user_id, proposed_at);
create unique index role_change_one_proposed on role_change (user_id) where state = 'proposed';

create table account_link (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('first_admin', 'invitation', 'reset')),
  user_id text references auth_user (id) on delete cascade,
  token_hash text not null unique,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  constraint account_link_names_its_person check ((purpose = 'first_admin') = (user_id is null))
);
create index account_link_user_id_idx on account_link (user_id);
