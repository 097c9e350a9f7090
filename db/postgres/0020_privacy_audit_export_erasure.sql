-- Reading the audit log: newest first by time, by who acted, by whose data, and what was refused. Nearly every entry names one
-- member: those are found in order. The index over all members that stood here was of no use, since row-level security lets
-- no operator on arrays come before it; entries that name several members are asked for through a function.
drop index vigil.audit_log_by_member;
create index audit_log_by_time on vigil.audit_log (tenant_id, at, sequence);
create index audit_log_by_actor on vigil.audit_log (tenant_id, actor_id, at, sequence) where actor_id is not null;
create index audit_log_by_one_member on vigil.audit_log (tenant_id, (members[1]), at, sequence) where cardinality(members) = 1;
create index audit_log_by_member_of_several on vigil.audit_log using gin (members) where cardinality(members) > 1;
-- Bands send all day: what people did is found without going through that.
create index audit_log_by_people on vigil.audit_log (tenant_id, at, sequence) where actor_kind <> 'device';
create index audit_log_refused on vigil.audit_log (tenant_id, at, sequence) where status >= 400;

-- Which entries of the transaction's tenant name this member among others, in [from_at, to_at], before a place in the order?
create function vigil.audit_among_several(member uuid, from_at timestamptz, to_at timestamptz, before_at timestamptz, before_sequence bigint, most integer)
  returns table (sequence bigint)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    with named as materialized (
      select l.sequence, l.at from vigil.audit_log l
      where l.tenant_id = vigil.current_tenant() and cardinality(l.members) > 1 and l.members @> array[member]
    )
    select n.sequence from named n
    where n.at >= from_at and n.at <= to_at and (n.at, n.sequence) < (before_at, before_sequence)
    order by n.at desc, n.sequence desc limit most
  $$;

-- Requests to erase a person, and what became of each. It outlives what it erases and is what a restored backup is held to.
create table vigil.erasures (
  tenant_id uuid not null references vigil.tenants,
  -- Made by whoever asks, so that asking again changes nothing.
  id uuid not null,
  user_id uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  -- Gone with the record.
  reason text check (char_length(reason) between 1 and 500),
  -- From then on it may be carried out without a second confirmation.
  due_at timestamptz not null,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  -- Until when the law keeps the clinical record; null: nothing is kept.
  keep_record_until timestamptz,
  -- Who the record is about, for as long as it is kept: name, birth date, sex, record number.
  kept_identity jsonb,
  contact_erased_at timestamptz,
  record_erased_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  check (withdrawn_at is null or decided_at is null)
);
-- One that stands, of each person.
create unique index erasures_by_person on vigil.erasures (tenant_id, user_id) where withdrawn_at is null;
create index erasures_by_time on vigil.erasures (tenant_id, requested_at desc);
create index erasures_unfinished on vigil.erasures (coalesce(keep_record_until, decided_at)) where decided_at is not null and record_erased_at is null;
call vigil.isolate('vigil.erasures');
revoke delete, truncate on vigil.erasures from vigil_app;

-- Somebody who was erased is known by the id alone, and to the application not at all: neither lists nor calls find the row,
-- and with it whatever of the record is still kept. Who carries an erasure out says so in its transaction.
alter table vigil.users add erased_at timestamptz;
create policy erased_people_are_locked_away on vigil.users as restrictive for select to vigil_app
  using (erased_at is null or current_setting('vigil.erased_people', true) = 'shown');

-- Which decided erasures are not finished, or have come to the end of what the law keeps, in whatever tenant?
create function vigil.erasures_due(as_of timestamptz)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select e.tenant_id, e.id from vigil.erasures e
    where e.decided_at is not null and e.record_erased_at is null
      and (e.contact_erased_at is null or coalesce(e.keep_record_until, e.decided_at) <= as_of)
    order by e.decided_at limit 100
  $$;

-- Notes are only added to, but for the erasure of the member whom they are about.
create or replace function vigil.refuse_note_change() returns trigger language plpgsql as $$
begin
  if current_setting('vigil.erasing', true) is distinct from 'notes' then
    raise exception 'Notes can only be added to';
  end if;
  return null;
end $$;

create function vigil.erase_notes(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  if not exists (select from vigil.erasures e where e.tenant_id = vigil.current_tenant() and e.user_id = member and e.decided_at is not null) then
    raise exception 'No erasure of this member was decided';
  end if;
  perform set_config('vigil.erasing', 'notes', true);
  delete from vigil.notes n where n.tenant_id = vigil.current_tenant() and n.user_id = member;
  perform set_config('vigil.erasing', '', true);
end $$;

-- The trail of sign-ins keeps what happened; of an account that is gone it keeps neither whose it was nor from where.
create function vigil.forget_sign_ins(account uuid) returns void
  language sql security definer set search_path = pg_catalog, vigil as $$
    update vigil.sign_in_events e set account_id = null, ip = null
    where e.account_id = account and not exists (select from vigil.accounts a where a.id = account)
  $$;

revoke execute on function vigil.audit_among_several(uuid, timestamptz, timestamptz, timestamptz, bigint, integer),
  vigil.erasures_due(timestamptz), vigil.erase_notes(uuid), vigil.forget_sign_ins(uuid) from public;
grant execute on function vigil.audit_among_several(uuid, timestamptz, timestamptz, timestamptz, bigint, integer),
  vigil.erasures_due(timestamptz), vigil.erase_notes(uuid), vigil.forget_sign_ins(uuid) to vigil_app;
