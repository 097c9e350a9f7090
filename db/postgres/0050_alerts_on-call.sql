-- Who is on call for a role, week by week.
create table vigil.on_call_rotas (
  tenant_id uuid not null,
  role text not null check (role in ('md', 'nurse', 'coach', 'specialist', 'support')),
  version int not null check (version > 0),
  -- In which the times of the shifts are read.
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  -- [{weekday, from, to, staffId}]
  shifts jsonb not null,
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (tenant_id, role),
  foreign key (tenant_id, written_by) references vigil.users
);
call vigil.isolate('vigil.on_call_rotas');
revoke delete, truncate on vigil.on_call_rotas from vigil_app;

-- Who is on call instead, and since when that was said: overrides of the rota, and handovers.
create table vigil.on_call_covers (
  tenant_id uuid not null,
  -- Made by whoever sends it.
  id uuid not null,
  -- The order in which they were said: the last one holds.
  sequence bigint not null generated always as identity,
  role text not null check (role in ('md', 'nurse', 'coach', 'specialist', 'support')),
  kind text not null check (kind in ('override', 'handover')),
  user_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  said_by uuid not null,
  said_at timestamptz not null default now(),
  -- Taken back.
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, said_by) references vigil.users,
  foreign key (tenant_id, removed_by) references vigil.users
);
create index on_call_covers_to_come on vigil.on_call_covers (tenant_id, until_at) where removed_at is null;
call vigil.isolate('vigil.on_call_covers');
revoke delete, truncate on vigil.on_call_covers from vigil_app;
