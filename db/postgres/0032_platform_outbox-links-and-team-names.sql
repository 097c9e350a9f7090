-- A message that waits can hold a link for one person. Once the link is dead, by use, by a newer one or by time, nobody is to
-- pass it on: the message goes with it.
alter table vigil.outbox
  -- Whom the link makes a user; null for a message without one.
  add column link_for_user uuid,
  add column link_expires_at timestamptz,
  add check ((link_for_user is null) = (link_expires_at is null));
create index outbox_by_link on vigil.outbox (tenant_id, link_for_user) where link_for_user is not null;

-- Care teams whose names differ in case or accents only are one name to whoever looks for it. Of those that there are already,
-- the older keeps its name and the others get a part of their id.
drop index vigil.care_teams_by_name;
update vigil.care_teams t set name = left(t.name, 90) || ' ' || left(t.id::text, 8)
where exists (
  select from vigil.care_teams older
  where older.tenant_id = t.tenant_id and vigil.name_key(older.name) = vigil.name_key(t.name) and (older.created_at, older.id) < (t.created_at, t.id)
);
create unique index care_teams_by_name on vigil.care_teams (tenant_id, vigil.name_key(name) collate "C");
