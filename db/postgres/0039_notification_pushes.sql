-- What is told to people as it happens, written in the transaction of what it is about, and kept for a bounded time so that a
-- browser that lost its stream can catch up.
create table vigil.pushes (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null default gen_random_uuid(),
  -- Its place in the order in which pushes are told. Null until a server process has seen it committed: were it given by the
  -- writer, a transaction that commits late would come behind readers who have gone past it.
  position bigint unique,
  user_ids uuid[] not null default '{}',
  roles text[] not null default '{}',
  content_type text not null check (content_type in ('ACTION', 'CALENDAR_EVENT', 'MESSAGE', 'SYSTEM')),
  -- The member whom it is about; only those who may see the member are told.
  patient_id uuid,
  description text not null check (char_length(description) <= 500),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index pushes_without_position on vigil.pushes (created_at) where position is null;
create index pushes_by_position on vigil.pushes (tenant_id, position);
create index pushes_by_age on vigil.pushes (created_at);
create index pushes_by_patient on vigil.pushes (tenant_id, patient_id) where patient_id is not null;
call vigil.isolate('vigil.pushes');

create sequence vigil.push_positions;

-- Gives positions to what has been committed, one process at a time, so that positions become visible in their order.
create function vigil.place_pushes() returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if exists (select from vigil.pushes where position is null) then
    perform pg_advisory_xact_lock(hashtext('vigil.push_positions'));
    update vigil.pushes p set position = placed.position
    from (
      select tenant_id, id, nextval('vigil.push_positions') as position
      from (select tenant_id, id from vigil.pushes where position is null order by created_at, id limit 5000) waiting
    ) placed
    where p.tenant_id = placed.tenant_id and p.id = placed.id;
  end if;
end $$;

-- The last position that was given: a stream that opens without a place of its own begins behind it.
create function vigil.last_push_position() returns bigint
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  -- Held as well where nothing waits: a position that another process has just taken may not be committed yet.
  perform pg_advisory_xact_lock(hashtext('vigil.push_positions'));
  perform vigil.place_pushes();
  return coalesce((select max(position) from vigil.pushes), (select case when is_called then last_value else 0 end from vigil.push_positions));
end $$;

-- Pushes of every tenant behind a position, in order: each server process hands them out to the streams that it serves.
create function vigil.pushes_after(after bigint, most int)
  returns table (tenant_id uuid, id uuid, "position" bigint, user_ids uuid[], roles text[], content_type text, patient_id uuid, description text)
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.place_pushes();
  return query
    select p.tenant_id, p.id, p.position, p.user_ids, p.roles, p.content_type, p.patient_id, p.description
    from vigil.pushes p where p.position > after order by p.position limit most;
end $$;

-- Forgets pushes of every tenant that are older than so many hours, by this database's clock. Answers how many.
create function vigil.forget_pushes(hours int, most int) returns int
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
declare
  gone int;
begin
  delete from vigil.pushes p using (
    select old.tenant_id, old.id from vigil.pushes old
    where old.created_at < now() - make_interval(hours => hours) order by old.created_at limit most
  ) old where p.tenant_id = old.tenant_id and p.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function vigil.place_pushes(), vigil.last_push_position(), vigil.pushes_after(bigint, int), vigil.forget_pushes(int, int) from public;
grant execute on function vigil.last_push_position(), vigil.pushes_after(bigint, int), vigil.forget_pushes(int, int) to vigil_app;
