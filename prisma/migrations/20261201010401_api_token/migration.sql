-- What a machine proves itself with. Only the hash of the secret is kept: who reads this table can call nothing.
create table api_token (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '^\S{1,60}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['actions', 'read']),
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
