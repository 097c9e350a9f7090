-- Locks an action whether it is live or not, and says whether it is. One that has expired, but is not yet ended, was left unlocked: an event of
-- the past and its expiry then waited for each other.
create or replace function vigil.hold_live_action(action uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  held boolean;
begin
  select a.is_live and a.expires_at > now() into held from vigil.actions a
    where a.tenant_id = vigil.current_tenant() and a.id = action for update;
  return coalesce(held, false);
end $$;
