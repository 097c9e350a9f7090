-- Of each alert of an alarm: what was measured when the alarm got the version that it was last seen by, and whether it has begun since
-- somebody acknowledged or snoozed the alarm, also once it is over.
alter table vigil.alarm_parts add column shown_value double precision, add column is_unanswered boolean not null default false;

-- Keeps actions whose time is over until the transaction ends, so that nobody else ends them: some of those that nobody is at, the longest
-- overdue first. An action is locked before an event of it is written, by whoever writes it.
create function vigil.hold_due_actions(most int) returns setof uuid
  language sql security definer set search_path = pg_catalog, vigil as $$
    select a.id from vigil.actions a
    where a.tenant_id = vigil.current_tenant() and a.is_live and a.version > 0 and a.expires_at <= now()
    order by a.expires_at, a.id limit most for update skip locked
  $$;
-- The same of the one that a key has opened for a member; null where none is live.
create function vigil.hold_action_of_key(member uuid, key text) returns uuid
  language sql security definer set search_path = pg_catalog, vigil as $$
    select a.id from vigil.actions a
    where a.tenant_id = vigil.current_tenant() and a.user_id = member and a.open_key = key and a.is_live and a.version > 0 for update
  $$;
revoke execute on function vigil.hold_due_actions(int), vigil.hold_action_of_key(uuid, text) from public;
grant execute on function vigil.hold_due_actions(int), vigil.hold_action_of_key(uuid, text) to vigil_app;
