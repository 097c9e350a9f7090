-- What every server process has to hear of, so that it forgets what it has kept and judges open pages anew. Written by triggers, in
-- the transaction of the cause and whoever makes it; ids only, kept for an hour. Redis brings the same sooner where it is set.
create table vigil.bus_events (
  id bigint generated always as identity primary key,
  -- Null until a process has seen it committed: were it given by the writer, a transaction that commits late would come behind
  -- readers who have gone past it.
  position bigint unique,
  topic text not null check (topic in ('user.changed', 'device.revoked', 'sign-in.ended', 'assignments.changed', 'settings.changed')),
  -- As the topic says it on the bus.
  event jsonb not null,
  created_at timestamptz not null default now()
);
create index bus_events_without_position on vigil.bus_events (id) where position is null;
create index bus_events_by_age on vigil.bus_events (created_at);
revoke all on vigil.bus_events from vigil_app;
create sequence vigil.bus_event_positions;
revoke all on sequence vigil.bus_event_positions from vigil_app;

create function vigil.tell_of_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event) values ('user.changed', jsonb_build_object('tenantId', new.tenant_id, 'userId', new.id));
  return null;
end $$;
create trigger tell_of_user after update on vigil.users for each row
  when (new.version is distinct from old.version) execute function vigil.tell_of_user();

create function vigil.tell_of_device() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event) values ('device.revoked', jsonb_build_object('deviceId', old.id));
  return null;
end $$;
create trigger tell_of_revoked_device after update on vigil.devices for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function vigil.tell_of_device();
create trigger tell_of_removed_device after delete on vigil.devices for each row execute function vigil.tell_of_device();

create function vigil.tell_of_ended_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event) values ('sign-in.ended', jsonb_build_object('accountId', new.id));
  return null;
end $$;
create trigger tell_of_ended_account after update on vigil.accounts for each row
  when (new.sessions_ended_at is distinct from old.sessions_ended_at) execute function vigil.tell_of_ended_account();

-- What is removed because its time was over has ended by itself.
create function vigil.tell_of_ended_grants() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event)
    select distinct 'sign-in.ended', jsonb_build_object('accountId', account_id) from gone
    where kind = 'Grant' and account_id is not null and (expires_at is null or expires_at > now());
  return null;
end $$;
create trigger tell_of_ended_grants after delete on vigil.oidc_records referencing old table as gone
  for each statement execute function vigil.tell_of_ended_grants();

-- Whom somebody looks after: the history says of each change who and whom. A member who joins or leaves a care team changes whom
-- its clinicians look after.
create function vigil.tell_of_assignments() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event)
    select distinct 'assignments.changed', jsonb_build_object('tenantId', concerned.tenant_id, 'userId', concerned.user_id) from (
      select tenant_id, clinician_id as user_id from made where clinician_id is not null
      union select tenant_id, patient_id from made where patient_id is not null
      union select p.tenant_id, p.user_id from made m
        join vigil.care_team_people p on p.tenant_id = m.tenant_id and p.care_team_id = m.care_team_id and p.side = 'CLINICIAN'
        where m.clinician_id is null
    ) concerned;
  return null;
end $$;
create trigger tell_of_assignments after insert on vigil.care_history referencing new table as made
  for each statement execute function vigil.tell_of_assignments();

create function vigil.tell_of_settings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  insert into vigil.bus_events (topic, event) values ('settings.changed',
    jsonb_build_object('tenantId', case when tg_table_name = 'tenants' then to_jsonb(new) -> 'id' end));
  return null;
end $$;
create trigger tell_of_settings after update on vigil.tenants for each row
  when (new.settings is distinct from old.settings) execute function vigil.tell_of_settings();
create trigger tell_of_settings after insert or update on vigil.global_settings for each row execute function vigil.tell_of_settings();

-- Gives positions to what has been committed, one process at a time, so that positions become visible in their order.
create function vigil.place_bus_events() returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if exists (select from vigil.bus_events where position is null) then
    perform pg_advisory_xact_lock(hashtext('vigil.bus_event_positions'));
    update vigil.bus_events e set position = placed.position
    from (
      select id, nextval('vigil.bus_event_positions') as position
      from (select id from vigil.bus_events where position is null order by id limit 5000) waiting
    ) placed
    where e.id = placed.id;
  end if;
end $$;

-- The last position that was given.
create function vigil.last_bus_event() returns bigint
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  -- Held as well where nothing waits: a position that another process has just taken may not be committed yet.
  perform pg_advisory_xact_lock(hashtext('vigil.bus_event_positions'));
  perform vigil.place_bus_events();
  return coalesce((select max(position) from vigil.bus_events),
    (select case when is_called then last_value else 0 end from vigil.bus_event_positions));
end $$;

-- Events behind a position, in order.
create function vigil.bus_events_after(after bigint, most int) returns table ("position" bigint, topic text, event jsonb)
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.place_bus_events();
  return query select e.position, e.topic, e.event from vigil.bus_events e where e.position > after order by e.position limit most;
end $$;

create function vigil.forget_bus_events(most int) returns int
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  gone int;
begin
  delete from vigil.bus_events where id in (
    select id from vigil.bus_events where created_at < now() - interval '1 hour' order by created_at limit most);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Who has a conversation’s live connection open, as each server process says again and again: what is older than a moment is not believed.
create table vigil.chat_presence (
  tenant_id uuid not null references vigil.tenants,
  process_id uuid not null,
  user_ids uuid[] not null,
  said_at timestamptz not null default now(),
  primary key (tenant_id, process_id)
);
create index chat_presence_by_time on vigil.chat_presence (said_at);
call vigil.isolate('vigil.chat_presence');

-- What processes have said within so many seconds, of all tenants, and how long ago.
create function vigil.chat_present(within_seconds float8)
  returns table (tenant_id uuid, process_id uuid, user_ids uuid[], said_seconds_ago float8)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select p.tenant_id, p.process_id, p.user_ids, extract(epoch from clock_timestamp() - p.said_at)::float8 from vigil.chat_presence p where p.said_at > now() - make_interval(secs => within_seconds)
  $$;

create function vigil.forget_chat_presence() returns void
  language sql security definer set search_path = pg_catalog, vigil as $$
    delete from vigil.chat_presence where said_at < now() - interval '1 minute'
  $$;

-- By which secret the audit log of this database is sealed, as a digest of its own: a server with another secret would find every
-- seal broken and break those of the others, so it is not let in.
create table vigil.audit_seal_digest (
  only_one boolean primary key default true check (only_one),
  digest bytea not null
);
revoke all on vigil.audit_seal_digest from vigil_app;

revoke execute on function vigil.tell_of_user(), vigil.tell_of_device(), vigil.tell_of_ended_account(), vigil.tell_of_ended_grants(),
  vigil.tell_of_assignments(), vigil.tell_of_settings(), vigil.place_bus_events(), vigil.last_bus_event(),
  vigil.bus_events_after(bigint, int), vigil.forget_bus_events(int), vigil.chat_present(float8), vigil.forget_chat_presence() from public;
grant execute on function vigil.last_bus_event(), vigil.bus_events_after(bigint, int), vigil.forget_bus_events(int),
  vigil.chat_present(float8), vigil.forget_chat_presence() to vigil_app;
