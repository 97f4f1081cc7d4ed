-- How a person wants the desk to look. A missing row, and a missing word, are the defaults.
create table user_preference (
  user_id text primary key references auth_user (id) on delete cascade,
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  zone text not null default 'UTC' check (zone <> '' and length(zone) <= 64),
  motion text not null default 'system' check (motion in ('system', 'reduced')),
  single_keys boolean not null default true,
  updated_at timestamptz not null default clock_timestamp()
);
