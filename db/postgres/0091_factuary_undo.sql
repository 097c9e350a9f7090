-- Undoing what was done to an action is an event of its own. It undoes the event right before it, and holds the state from before that.
alter table vigil.action_events
  drop constraint action_events_kind_check,
  add constraint action_events_kind_check check (kind in ('OPENED', 'JOINED', 'ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'CHANGED',
    'ATTEMPTED', 'INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED', 'UNDONE'));
create index action_events_by_request on vigil.action_events (tenant_id, request_id) where request_id is not null;

-- Only an undo follows an action that has ended, which is live again then. It is made by whoever did what it undoes.
create or replace function vigil.follow_action_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  since timestamptz;
  original text;
begin
  if new.kind = 'UNDONE' then
    perform 1 from vigil.action_events e
      where e.tenant_id = new.tenant_id and e.action_id = new.action_id and e.sequence = new.sequence - 1 and e.by_id = new.by_id
        and e.kind not in ('JOINED', 'CHANGED', 'EXPIRED', 'UNDONE');
    if not found then
      raise exception 'There is nothing that this event could undo';
    end if;
    -- Since when it has its status, and what that was before the first move, by what stands.
    select (array_agg(s.at order by s.sequence desc)
        filter (where s.before is distinct from s.status or s.kind in ('ESCALATED', 'DEESCALATED', 'REASSIGNED')))[1],
      (array_agg(s.before order by s.sequence) filter (where s.status in ('ESCALATED', 'DEESCALATED', 'REASSIGNED')))[1]
      into since, original
      from (
        select e.sequence, e.at, e.kind, e.status, lag(e.status) over (order by e.sequence) as before from vigil.action_events e
        where e.tenant_id = new.tenant_id and e.action_id = new.action_id and e.kind <> 'UNDONE' and not exists (
          select from vigil.action_events u
          where u.tenant_id = e.tenant_id and u.action_id = e.action_id and u.sequence = e.sequence + 1 and u.kind = 'UNDONE')
      ) s;
  end if;
  update vigil.actions a set
    version = new.sequence,
    status_original = case
      when new.kind = 'UNDONE' then original
      when a.status_original is null and new.status in ('ESCALATED', 'DEESCALATED', 'REASSIGNED') then a.status else a.status_original end,
    status_at = case
      when new.kind = 'UNDONE' then coalesce(since, new.at)
      when a.version = 0 or a.status is distinct from new.status or new.kind in ('ESCALATED', 'DEESCALATED', 'REASSIGNED')
      then new.at else a.status_at end,
    status = new.status, title = new.title, priority = new.priority, assignee_id = new.assignee_id, assignee_role = new.assignee_role,
    op = new.op, due_at = new.due_at, expires_at = new.expires_at, told_by = coalesce(new.alert, a.told_by)
  where a.tenant_id = new.tenant_id and a.id = new.action_id and a.user_id = new.user_id and a.version = new.sequence - 1
    and (a.is_live or new.kind = 'UNDONE');
  if not found then
    raise exception 'The event does not follow the last one of a live action';
  end if;
  return null;
end $$;
