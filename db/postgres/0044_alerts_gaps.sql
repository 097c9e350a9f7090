-- Holes in what is known of members, which are another task than clinical alerts. A row stays when its gap has ended.
create table vigil.gaps (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('never_synced', 'not_syncing', 'stale', 'band_off', 'charging', 'battery_flat', 'battery_low',
    'source_lost', 'stuck_value', 'clock_ahead')),
  -- Which metric a lost source or a stuck value is of; empty for the others.
  metric text not null default '' check (char_length(metric) <= 40),
  -- By the server's receiving time or the device's, as the kind has it: how far back the gap reaches.
  since timestamptz not null,
  -- When it was found, by the clock of the database.
  told_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id)
);
-- Found by two processes at the same time it is still one.
create unique index gaps_standing_once on vigil.gaps (tenant_id, user_id, kind, metric) where ended_at is null;
create index gaps_in_order on vigil.gaps (tenant_id, told_at desc, id) where ended_at is null;
create index gaps_of_member on vigil.gaps (tenant_id, user_id, told_at desc);
call vigil.isolate('vigil.gaps');
revoke truncate on vigil.gaps from vigil_app;

-- When each member is looked at again. Derived: a row that is missing is made.
create table vigil.gap_checks (
  tenant_id uuid not null,
  user_id uuid not null,
  -- By the clock of the database. Whoever looks moves it ahead first, so that nobody else looks meanwhile.
  due_at timestamptz not null,
  judged_at timestamptz,
  -- How regularly metrics come, and when that was worked out.
  habits jsonb not null default '[]',
  habits_at timestamptz,
  primary key (tenant_id, user_id)
);
create index gap_checks_due on vigil.gap_checks (due_at);
create index gap_checks_due_by_tenant on vigil.gap_checks (tenant_id, due_at);
call vigil.isolate('vigil.gap_checks');
revoke truncate on vigil.gap_checks from vigil_app;

-- Stretches in which a server said that it could take readings in. What lies between two of them was an outage of ours. Holds no
-- tenant's data.
create table vigil.listening_times (
  from_at timestamptz primary key,
  until_at timestamptz not null,
  check (until_at >= from_at)
);

-- Whom is nobody looking at yet? Members who are new get their rows, in every tenant; how many.
create function vigil.enrol_gap_checks(most int) returns int
  language sql security definer set search_path = pg_catalog, vigil as $$
    with added as (
      insert into vigil.gap_checks (tenant_id, user_id, due_at)
      select u.tenant_id, u.id, now() from vigil.users u
      where u.roles @> '{patient}' and u.removed_at is null and u.erased_at is null
        and not exists (select from vigil.gap_checks c where c.tenant_id = u.tenant_id and c.user_id = u.id)
      limit most
      on conflict do nothing
      returning 1
    )
    select count(*)::int from added
  $$;

-- Which tenants have members that are due? By the clock of the database.
create function vigil.tenants_with_due_gap_checks() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct due.tenant_id
    from (select c.tenant_id from vigil.gap_checks c where c.due_at <= now() order by c.due_at limit 10000) due
  $$;
revoke execute on function vigil.enrol_gap_checks(int), vigil.tenants_with_due_gap_checks() from public;
grant execute on function vigil.enrol_gap_checks(int), vigil.tenants_with_due_gap_checks() to vigil_app;
