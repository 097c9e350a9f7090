-- Programs that the care team writes, and what of them members have. A program has versions: one may be a draft, one is live, and a
-- member keeps the version that was live when it was begun. What is published is never changed.
create table vigil.programs (
  tenant_id uuid not null references vigil.tenants,
  -- Made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  type text not null check (type = any (array['regular'])),
  -- Grows with every change, so that two people who edit at once notice each other.
  revision int not null check (revision > 0),
  live_version int,
  draft_version int,
  -- Nobody is assigned to it any more; whoever has it goes on.
  outdated_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references vigil.users,
  check (draft_version > live_version)
);
call vigil.isolate('vigil.programs');
revoke delete, truncate on vigil.programs from vigil_app;

create table vigil.program_versions (
  tenant_id uuid not null,
  program_id uuid not null,
  version int not null check (version > 0),
  name text not null check (char_length(name) between 1 and 200),
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) <= 2000),
  saved_by uuid not null,
  saved_at timestamptz not null default now(),
  published_by uuid,
  published_at timestamptz,
  primary key (tenant_id, program_id, version),
  foreign key (tenant_id, program_id) references vigil.programs,
  foreign key (tenant_id, saved_by) references vigil.users,
  foreign key (tenant_id, published_by) references vigil.users,
  check ((published_by is null) = (published_at is null))
);
call vigil.isolate('vigil.program_versions');
revoke delete, truncate on vigil.program_versions from vigil_app;

create table vigil.program_modules (
  tenant_id uuid not null,
  -- Of this version's module alone.
  id uuid not null,
  program_id uuid not null,
  version int not null,
  -- From 0.
  index int not null check (index >= 0),
  name text not null check (char_length(name) between 1 and 200),
  -- In their order: type, title, text, day, expires_after_days, times, survey_id.
  steps jsonb not null,
  primary key (tenant_id, id),
  unique (tenant_id, program_id, version, index),
  foreign key (tenant_id, program_id, version) references vigil.program_versions
);
call vigil.isolate('vigil.program_modules');
revoke truncate on vigil.program_modules from vigil_app;

-- What members are given stays what it was.
create function vigil.refuse_published_change() returns trigger language plpgsql as $$
begin
  if exists (
    select from vigil.program_versions v
    where v.tenant_id = old.tenant_id and v.program_id = old.program_id and v.version = old.version and v.published_at is not null
  ) then
    raise exception 'A published version of a program is not changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger published_modules_stay before update or delete on vigil.program_modules
  for each row execute function vigil.refuse_published_change();
create trigger published_versions_stay before update on vigil.program_versions
  for each row execute function vigil.refuse_published_change();

-- A member's way through one version of a program; begun anew it is a further row.
create table vigil.member_programs (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  program_id uuid not null,
  version int not null,
  status text not null check (status in ('active', 'finished', 'completed', 'canceled')),
  -- The zone by which due times were reckoned last.
  time_zone text not null,
  assigned_by uuid not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  canceled_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, program_id, version) references vigil.program_versions,
  foreign key (tenant_id, assigned_by) references vigil.users,
  foreign key (tenant_id, canceled_by) references vigil.users,
  check ((status = 'active') = (ended_at is null)),
  check ((status = 'canceled') = (canceled_by is not null))
);
-- A program runs once at a time for a member.
create unique index member_programs_active on vigil.member_programs (tenant_id, user_id, program_id) where status = 'active';
create index member_programs_by_member on vigil.member_programs (tenant_id, user_id, started_at);
create index member_programs_by_program on vigil.member_programs (tenant_id, program_id, status);
call vigil.isolate('vigil.member_programs');
revoke delete, truncate on vigil.member_programs from vigil_app;

-- One step of a program for one member, from the day it is assigned: it waits, is delivered, and something or nothing comes of it.
create table vigil.program_items (
  tenant_id uuid not null,
  -- Of a survey this is also its user_survey_id.
  id uuid not null,
  user_id uuid not null,
  member_program_id uuid not null,
  module_id uuid not null,
  module_index int not null,
  -- Within the module, and within the program; both from 0.
  step_index int not null,
  step_order int not null,
  type text not null check (type in ('insight', 'pledge', 'survey')),
  survey_id uuid,
  status text not null check (case type
    when 'insight' then status in ('created', 'delivered', 'read', 'rated', 'expired')
    when 'pledge' then status in ('created', 'delivered', 'opted', 'achieved', 'expired')
    else status in ('created', 'delivered', 'completed', 'expired') end),
  -- The calendar day of the member on which it is delivered, and that day's 09:00 in the zone of the member's program.
  due_day date not null,
  due_at timestamptz not null,
  -- Days from its delivery to its expiry; null: never.
  expires_after_days int check (expires_after_days > 0),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  expires_at timestamptz,
  read_at timestamptz,
  rated_at timestamptz,
  rating smallint check (rating between 1 and 5),
  opted_at timestamptz,
  -- Achieved, or completed.
  done_at timestamptz,
  expired_at timestamptz,
  -- Its program was canceled before anything came of it.
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, member_program_id, step_order),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, member_program_id) references vigil.member_programs,
  foreign key (tenant_id, module_id) references vigil.program_modules,
  check ((status = 'created') = (delivered_at is null)),
  check ((type = 'survey') = (survey_id is not null))
);
create index program_items_by_member on vigil.program_items (tenant_id, user_id, type, created_at desc, step_order);
-- What is due, in whatever tenant?
create index program_items_to_deliver on vigil.program_items (due_at) where status = 'created' and withdrawn_at is null;
create index program_items_to_expire on vigil.program_items (expires_at)
  where status in ('delivered', 'opted') and withdrawn_at is null and expires_at is not null;
call vigil.isolate('vigil.program_items');
revoke delete, truncate on vigil.program_items from vigil_app;

-- What a member said of a pledge, on which of the member's days. Of a day the last word counts; nothing is overwritten.
create table vigil.pledge_reports (
  tenant_id uuid not null,
  -- Made by whoever sends it.
  id uuid not null,
  item_id uuid not null,
  user_id uuid not null,
  day date not null,
  did boolean not null,
  note text check (char_length(note) between 1 and 500),
  reported_by uuid not null,
  reported_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references vigil.program_items,
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, reported_by) references vigil.users
);
create index pledge_reports_by_pledge on vigil.pledge_reports (tenant_id, item_id, day, reported_at);
create index pledge_reports_by_member on vigil.pledge_reports (tenant_id, user_id, id);
call vigil.isolate('vigil.pledge_reports');
revoke update, delete, truncate on vigil.pledge_reports from vigil_app;

-- In which tenants is something to be delivered or expired now, by the database's clock?
create function vigil.tenants_with_program_work(most int) returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct due.tenant_id from (
      (select i.tenant_id from vigil.program_items i where i.status = 'created' and i.withdrawn_at is null and i.due_at <= now()
       order by i.due_at limit most)
      union all
      (select i.tenant_id from vigil.program_items i
       where i.status in ('delivered', 'opted') and i.withdrawn_at is null and i.expires_at is not null and i.expires_at <= now()
       order by i.expires_at limit most)
    ) due
  $$;

create function vigil.erase_programs(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  delete from vigil.pledge_reports r where r.tenant_id = vigil.current_tenant() and r.user_id = member;
  delete from vigil.program_items i where i.tenant_id = vigil.current_tenant() and i.user_id = member;
  delete from vigil.member_programs p where p.tenant_id = vigil.current_tenant() and p.user_id = member;
end $$;
revoke execute on function vigil.tenants_with_program_work(int), vigil.erase_programs(uuid) from public;
grant execute on function vigil.tenants_with_program_work(int), vigil.erase_programs(uuid) to vigil_app;
