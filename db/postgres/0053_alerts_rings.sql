-- What rings in a bell is over once its alarm is answered; the action that it is about may still have to be told of.
alter table vigil.pushes
  -- The alarm that it rings for.
  add column ring_of uuid;
create index pushes_ringing on vigil.pushes (tenant_id, ring_of) where ring_of is not null and superseded_at is null;

-- Whoever is more than a member: whom alarms can ask. Every ring looks for them, among all the members of the tenant.
create index users_with_more_roles on vigil.users (tenant_id, id) where roles <> '{patient}';

-- A message is taken off once it is carried, and not before: whoever takes it on has a while for it, and after that anybody may.
alter table vigil.alarm_messages
  add column next_try_at timestamptz not null default now(),
  add column tries int not null default 0,
  -- The ways by which it was carried already.
  add column carried text[] not null default '{}';
drop index vigil.alarm_messages_by_time;
create index alarm_messages_to_try on vigil.alarm_messages (next_try_at, tenant_id);
create index alarm_messages_of_tenant on vigil.alarm_messages (tenant_id, created_at);
create or replace function vigil.tenants_with_alarm_messages() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct m.tenant_id from (
      select waiting.tenant_id from vigil.alarm_messages waiting where waiting.next_try_at <= now() order by waiting.next_try_at limit 10000
    ) m
  $$;
