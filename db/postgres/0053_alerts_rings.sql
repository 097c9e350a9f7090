-- What rings in a bell is over once its alarm is answered; the action that it is about may still have to be told of.
alter table vigil.pushes
  -- The alarm that it rings for.
  add column ring_of uuid;
create index pushes_ringing on vigil.pushes (tenant_id, ring_of) where ring_of is not null and superseded_at is null;

-- Whoever is more than a member: whom alarms can ask. Every ring looks for them, among all the members of the tenant.
create index users_with_more_roles on vigil.users (tenant_id, id) where roles <> '{patient}';
