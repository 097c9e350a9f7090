-- Backtests tell how many actions their alerts would have opened; those of before do not.
delete from vigil.alert_backtests;

-- An action can stand for the alerts of several rules that belong together. Each rule that joins it is an event; where the action is told by that
-- rule from then on, the event holds what the rule saw.
alter table vigil.action_events
  drop constraint action_events_kind_check,
  add constraint action_events_kind_check check (kind in ('OPENED', 'JOINED', 'ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'CHANGED',
    'ATTEMPTED', 'INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED')),
  add column alert jsonb;
-- When that happened which the action was opened for, where it was before: an answer to a survey that came in later.
alter table vigil.actions add column caused_at timestamptz;
grant insert (caused_at) on vigil.actions to vigil_app;
-- What the rule saw that the action is told by now; null where that is the one that opened it.
alter table vigil.actions add column told_by jsonb;

create or replace function vigil.follow_action_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  update vigil.actions a set
    version = new.sequence,
    status_original = case
      when a.status_original is null and new.status in ('ESCALATED', 'DEESCALATED', 'REASSIGNED') then a.status else a.status_original end,
    status_at = case when a.version = 0 or a.status is distinct from new.status or new.kind in ('ESCALATED', 'DEESCALATED', 'REASSIGNED')
      then new.at else a.status_at end,
    status = new.status, title = new.title, priority = new.priority, assignee_id = new.assignee_id, assignee_role = new.assignee_role,
    op = new.op, due_at = new.due_at, expires_at = new.expires_at, told_by = coalesce(new.alert, a.told_by)
  where a.tenant_id = new.tenant_id and a.id = new.action_id and a.user_id = new.user_id and a.version = new.sequence - 1 and a.is_live;
  if not found then
    raise exception 'The event does not follow the last one of a live action';
  end if;
  return null;
end $$;

-- Keeps a live action live until the transaction ends; false where it has ended, or its time is over.
create function vigil.hold_live_action(action uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform 1 from vigil.actions a
    where a.tenant_id = vigil.current_tenant() and a.id = action and a.is_live and a.expires_at > now() for update;
  return found;
end $$;
revoke execute on function vigil.hold_live_action(uuid) from public;
grant execute on function vigil.hold_live_action(uuid) to vigil_app;
