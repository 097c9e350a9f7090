-- What the care team is to do about a member, and everything that became of it. An event is only ever added, and what an action
-- is, is what its events say: the columns that change are written by the trigger of vigil.action_events alone, so that lists,
-- counters, timelines and the action itself cannot disagree.
create table vigil.actions (
  tenant_id uuid not null,
  -- Made by whoever opens it, so that opening it again opens nothing.
  id uuid not null,
  -- The member.
  user_id uuid not null,
  -- An entry of the catalogue of categories.
  category text not null check (char_length(category) between 1 and 64),
  -- The action that this one follows.
  parent_id uuid,
  -- What opened it, as rule:<id>: no second one opens while the first is live. Null where that may be.
  open_key text check (char_length(open_key) between 1 and 200),
  -- What a rule saw when it fired, frozen.
  alert jsonb,
  created_at timestamptz not null,

  -- From here on: as the last event says.
  version int not null default 0 check (version >= 0),
  status text not null default 'OPEN' check (status in
    ('OPEN', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED')),
  is_live boolean not null generated always as (status in ('OPEN', 'ESCALATED', 'DEESCALATED', 'REASSIGNED')) stored,
  status_original text,
  status_at timestamptz,
  title text check (char_length(title) between 1 and 200),
  priority text check (priority in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  urgency smallint generated always as
    (case priority when 'CRITICAL' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end) stored,
  -- Null where it waits for whoever of the role takes it.
  assignee_id uuid,
  assignee_role text check (assignee_role in ('md', 'nurse', 'coach', 'specialist', 'support')),
  op text,
  due_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, parent_id) references vigil.actions,
  foreign key (tenant_id, assignee_id) references vigil.users,
  check (version = 0 or (title is not null and priority is not null and assignee_role is not null and status_at is not null
    and expires_at is not null))
);
create unique index actions_once_while_live on vigil.actions (tenant_id, user_id, open_key) where is_live;
-- A list: the live first, the worst and then the newest on top.
create index actions_in_order on vigil.actions (tenant_id, is_live desc, urgency desc, created_at desc, id);
create index actions_of_member on vigil.actions (tenant_id, user_id, is_live desc, urgency desc, created_at desc);
create index actions_by_assignee on vigil.actions (tenant_id, assignee_id, status);
create index actions_by_parent on vigil.actions (tenant_id, parent_id) where parent_id is not null;
create index actions_due on vigil.actions (expires_at) where is_live;
call vigil.isolate('vigil.actions');
revoke insert, update, delete, truncate on vigil.actions from vigil_app;
grant insert (tenant_id, id, user_id, category, parent_id, open_key, alert, created_at) on vigil.actions to vigil_app;

-- Each event holds the whole state that it left. Of two that follow the same one, the primary key takes the first.
create table vigil.action_events (
  tenant_id uuid not null,
  action_id uuid not null,
  -- From 1, without gaps.
  sequence int not null check (sequence > 0),
  id uuid not null default gen_random_uuid(),
  -- Made by whoever sends what is done, so that sending it again does nothing.
  request_id uuid,
  kind text not null check (kind in ('OPENED', 'ASSIGNED', 'ESCALATED', 'DEESCALATED', 'REASSIGNED', 'CHANGED', 'ATTEMPTED',
    'INTERVENED', 'CONFIRMED', 'CLOSED', 'EXPIRED')),
  -- By the clock of the database, whichever server wrote it.
  at timestamptz not null default now(),
  -- Null where it was the server.
  by_id uuid,
  -- The roles that the person held then.
  by_roles text[] not null default '{}',
  -- Of the action, so that what was done for a member is found without it.
  user_id uuid not null,
  status text not null,
  title text not null,
  priority text not null,
  assignee_id uuid,
  assignee_role text not null,
  op text,
  due_at timestamptz,
  expires_at timestamptz not null,
  note text check (char_length(note) between 1 and 2000),
  intervention_type text,
  outcome text,
  minutes double precision check (minutes between 0 and 480),
  primary key (tenant_id, action_id, sequence),
  unique (tenant_id, action_id, request_id),
  foreign key (tenant_id, action_id) references vigil.actions,
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, by_id) references vigil.users,
  foreign key (tenant_id, assignee_id) references vigil.users,
  check ((intervention_type is null) = (outcome is null))
);
create index action_events_by_person on vigil.action_events (tenant_id, by_id, at desc) where by_id is not null;
create index action_events_of_member on vigil.action_events (tenant_id, user_id, at desc);
create index action_events_by_time on vigil.action_events (tenant_id, at);
call vigil.isolate('vigil.action_events');
revoke update, delete, truncate on vigil.action_events from vigil_app;

create function vigil.follow_action_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  update vigil.actions a set
    version = new.sequence,
    status_original = case
      when a.status_original is null and new.status in ('ESCALATED', 'DEESCALATED', 'REASSIGNED') then a.status else a.status_original end,
    status_at = case when a.version = 0 or a.status is distinct from new.status or new.kind in ('ESCALATED', 'DEESCALATED', 'REASSIGNED')
      then new.at else a.status_at end,
    status = new.status, title = new.title, priority = new.priority, assignee_id = new.assignee_id, assignee_role = new.assignee_role,
    op = new.op, due_at = new.due_at, expires_at = new.expires_at
  where a.tenant_id = new.tenant_id and a.id = new.action_id and a.user_id = new.user_id and a.version = new.sequence - 1 and a.is_live;
  if not found then
    raise exception 'The event does not follow the last one of a live action';
  end if;
  return null;
end $$;
create trigger actions_follow_their_events after insert on vigil.action_events
  for each row execute function vigil.follow_action_event();

create function vigil.refuse_action_event_change() returns trigger language plpgsql as $$
begin
  if current_setting('vigil.erasing', true) is distinct from 'action_events' then
    raise exception 'Events of actions can only be added to';
  end if;
  return null;
end $$;
create trigger action_events_are_append_only before update or delete or truncate on vigil.action_events
  for each statement execute function vigil.refuse_action_event_change();

-- Which tenants have live actions whose time to live is over? By the clock of the database.
create function vigil.tenants_with_due_actions() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct a.tenant_id from (
      select due.tenant_id from vigil.actions due where due.is_live and due.expires_at <= now() order by due.expires_at limit 10000
    ) a
  $$;

create function vigil.erase_actions(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  perform set_config('vigil.erasing', 'action_events', true);
  delete from vigil.action_events e where e.tenant_id = vigil.current_tenant() and e.user_id = member;
  perform set_config('vigil.erasing', '', true);
  delete from vigil.actions a where a.tenant_id = vigil.current_tenant() and a.user_id = member;
end $$;
revoke execute on function vigil.tenants_with_due_actions(), vigil.erase_actions(uuid), vigil.follow_action_event() from public;
grant execute on function vigil.tenants_with_due_actions(), vigil.erase_actions(uuid) to vigil_app;
