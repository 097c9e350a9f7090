-- Alarms: what asks for somebody now. One of a member and of what its rules are about; what becomes of it, its events say.
create table vigil.alarms (
  tenant_id uuid not null,
  id uuid not null,
  -- The member.
  user_id uuid not null,
  -- What it is about: related rules have the same.
  topic text not null check (char_length(topic) between 1 and 200),
  state text not null check (state in ('pending', 'gap', 'gone', 'raised', 'acknowledged', 'snoozed', 'cleared', 'resolved', 'suspended')),
  is_live boolean not null generated always as (state not in ('resolved', 'gone')) stored,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- How far up the chain of those who are asked.
  level smallint not null check (level between 0 and 4),
  -- False: its data have stopped, and nobody knows whether it holds.
  is_judged boolean not null,
  -- Who acknowledged or snoozed it first.
  by_id uuid,
  -- When it goes on by itself, by the clock of the database. Null: never.
  due_at timestamptz,
  raised_at timestamptz not null,
  changed_at timestamptz not null,
  -- One more whenever it is raised anew or another rule folds in: what somebody has not seen cannot be acknowledged.
  version int not null check (version > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, by_id) references vigil.users
);
create unique index alarms_once_while_live on vigil.alarms (tenant_id, user_id, topic) where is_live;
create index alarms_due on vigil.alarms (due_at, tenant_id) where due_at is not null;
call vigil.isolate('vigil.alarms');
revoke truncate on vigil.alarms from vigil_app;

-- The rules that have folded into an alarm, each as it was seen last.
create table vigil.alarm_parts (
  tenant_id uuid not null,
  alarm_id uuid not null,
  rule_id uuid not null,
  version int not null,
  firing_id uuid not null,
  action_id uuid not null,
  title text not null,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  subject jsonb not null,
  direction text not null,
  role text not null,
  measured double precision,
  judged_at timestamptz not null,
  -- Null: unknown.
  holds boolean,
  -- What it was when somebody took note of the alarm.
  noted_severity text,
  noted_value double precision,
  -- Its action is done with.
  ended boolean not null,
  primary key (tenant_id, alarm_id, rule_id),
  foreign key (tenant_id, alarm_id) references vigil.alarms on delete cascade
);
create index alarm_parts_by_action on vigil.alarm_parts (tenant_id, action_id);
call vigil.isolate('vigil.alarm_parts');
revoke truncate on vigil.alarm_parts from vigil_app;

-- What became of alarms. Rows are only added.
create table vigil.alarm_events (
  tenant_id uuid not null,
  alarm_id uuid not null,
  sequence bigint not null generated always as identity,
  at timestamptz not null default now(),
  -- An event of the state machine.
  kind text not null check (char_length(kind) between 1 and 100),
  -- The rule that it was told by then.
  rule_id uuid,
  -- As it left the alarm.
  state text not null,
  severity text not null,
  level smallint not null,
  is_judged boolean not null,
  by_id uuid,
  -- Made by whoever sends what is done, so that sending it again does nothing.
  request_id uuid,
  -- Whether somebody was told, and whom: users, of the staff.
  rang boolean not null,
  told uuid[] not null default '{}',
  -- Told as one of many of its rule.
  in_storm boolean not null default false,
  primary key (tenant_id, alarm_id, sequence),
  unique (tenant_id, alarm_id, request_id),
  foreign key (tenant_id, alarm_id) references vigil.alarms on delete cascade
);
create index alarm_events_rung on vigil.alarm_events (tenant_id, rule_id, at) where rang;
create index alarm_events_by_time on vigil.alarm_events (tenant_id, at);
call vigil.isolate('vigil.alarm_events');
revoke update, truncate on vigil.alarm_events from vigil_app;

-- Who has been told of a storm of a rule, and when last.
create table vigil.alarm_storms (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- Of the staff.
  user_id uuid not null,
  told_at timestamptz not null default now(),
  primary key (tenant_id, rule_id, user_id),
  foreign key (tenant_id, user_id) references vigil.users
);
call vigil.isolate('vigil.alarm_storms');
revoke truncate on vigil.alarm_storms from vigil_app;

-- E-mails and SMS that alarms call for, written with them and taken off as they are handed over. They hold no address and nothing
-- of a member.
create table vigil.alarm_messages (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Of the staff.
  user_id uuid not null,
  kind text not null check (kind in ('alarm', 'storm', 'nobody')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users
);
create index alarm_messages_by_time on vigil.alarm_messages (created_at);
call vigil.isolate('vigil.alarm_messages');
revoke truncate on vigil.alarm_messages from vigil_app;

-- Which tenants have alarms whose time has come, and which have messages that wait? By the clock of the database.
create function vigil.tenants_with_due_alarms() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct a.tenant_id from (
      select due.tenant_id from vigil.alarms due where due.due_at <= now() order by due.due_at limit 10000
    ) a
  $$;
create function vigil.tenants_with_alarm_messages() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct m.tenant_id from (select waiting.tenant_id from vigil.alarm_messages waiting order by waiting.created_at limit 10000) m
  $$;
revoke execute on function vigil.tenants_with_due_alarms(), vigil.tenants_with_alarm_messages() from public;
grant execute on function vigil.tenants_with_due_alarms(), vigil.tenants_with_alarm_messages() to vigil_app;
