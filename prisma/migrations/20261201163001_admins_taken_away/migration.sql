-- Of two admins, one could take the role from the other and be alone at once: what takes two would take one. Whoever was an
-- admin counts for a while as one of the two (docs/decisions/0010-one-admin-of-two-is-not-alone-at-once.md).
alter table auth_user add column admin_until timestamptz;

create function notwice_remember_admin() returns trigger language plpgsql as $$
begin
  new.admin_until := clock_timestamp();
  return new;
end;
$$;

-- By whatever road: the desk, the sign-in provider, a statement by hand.
create trigger auth_user_admin_taken before update of roles, disabled_at on auth_user
  for each row
  when (
    'admin' = any (old.roles) and old.disabled_at is null
    and not ('admin' = any (new.roles) and new.disabled_at is null)
  )
  execute function notwice_remember_admin();
