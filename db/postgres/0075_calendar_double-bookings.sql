-- An owner's open slots and booked appointments do not overlap, and neither do the appointments that one member has booked.
-- A range of a single id stands for "the same id": ranges have a GiST operator class of their own, uuid has one only in the
-- extension btree_gist, which not every server lets the owner of a database add.
create type vigil.uuid_range as range (subtype = uuid);

alter table vigil.calendar_events
  -- It overlapped another one when this rule came. It stays as it is until it is booked or its time is changed.
  add column overlapped_before boolean not null default false;

update vigil.calendar_events e set overlapped_before = true
where (e.type = 'APPOINTMENT_SLOT' or e.booked_for is not null) and exists (
  select from vigil.calendar_events o
  where o.tenant_id = e.tenant_id and o.id <> e.id and (o.type = 'APPOINTMENT_SLOT' or o.booked_for is not null)
    and (o.owner_id = e.owner_id or o.booked_for = e.booked_for) and tstzrange(o.starts_at, o.ends_at) && tstzrange(e.starts_at, e.ends_at)
);

-- Checked after each statement, so that slots back to back can be moved together.
alter table vigil.calendar_events
  add constraint calendar_one_appointment_of_owner exclude using gist (
    vigil.uuid_range(tenant_id, tenant_id, '[]') with &&, vigil.uuid_range(owner_id, owner_id, '[]') with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where ((type = 'APPOINTMENT_SLOT' or booked_for is not null) and deleted_at is null and not overlapped_before)
    deferrable initially immediate,
  add constraint calendar_one_appointment_of_member exclude using gist (
    vigil.uuid_range(tenant_id, tenant_id, '[]') with &&, vigil.uuid_range(booked_for, booked_for, '[]') with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (booked_for is not null and deleted_at is null and not overlapped_before) deferrable initially immediate;

create index calendar_events_booked_for on vigil.calendar_events (tenant_id, booked_for, starts_at) where booked_for is not null;
