-- A message that waits can hold a link for one person. Once the link is dead, by use, by a newer one or by time, nobody is to
-- pass it on: the message goes with it.
alter table vigil.outbox
  -- Whom the link makes a user; null for a message without one.
  add column link_for_user uuid,
  add column link_expires_at timestamptz,
  add check ((link_for_user is null) = (link_expires_at is null));
create index outbox_by_link on vigil.outbox (tenant_id, link_for_user) where link_for_user is not null;
